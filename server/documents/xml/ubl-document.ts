import type { Invoice } from '@e-invoice-eu/core';
import { translate } from '#server/kernel/messages.ts';
import type { DocumentContent } from '#server/documents/paper/document-content.ts';
import { netLines } from '#server/documents/paper/net-lines.ts';
import { electronicAddress } from './electronic-address.ts';
import { payeeAccount, sellerCountry, taxCategory } from './en16931-rules.ts';

/** Commercial invoice and credit note (UNTDID 1001). */
const typeCodes = { invoice: '380', credit_note: '381' } as const;
const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };

/**
 * An invoice or a credit note in the terms of EN 16931 and the order of UBL 2.1. What was charged is paid already: the
 * wallet paid it. Pure.
 */
export function ublDocument(content: DocumentContent & { kind: 'invoice' | 'credit_note' }): Invoice {
  const { currency, net, tax_amount, total, corrects } = content;
  const money = <Name extends string>(name: Name, minorUnits: number) => ({
    [name]: decimal(minorUnits),
    [`${name}@currencyID`]: currency,
  });
  const account = payeeAccount(content);
  const invoice = {
    'ubl:Invoice': {
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
      'cbc:ID': content.number,
      'cbc:IssueDate': content.issued_on,
      'cbc:InvoiceTypeCode': typeCodes[content.kind],
      'cbc:DocumentCurrencyCode': currency,
      ...(corrects && {
        'cac:BillingReference': [
          {
            'cac:InvoiceDocumentReference': {
              'cbc:ID': corrects.number,
              'cbc:IssueDate': corrects.issued_on,
            },
          },
        ],
      }),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(content) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(content) },
      ...(account && {
        'cac:PaymentMeans': [
          {
            'cbc:PaymentMeansCode': '30',
            'cac:PayeeFinancialAccount': { 'cbc:ID': account, 'cbc:Name': content.seller.name },
          },
        ],
      }),
      'cac:TaxTotal': [
        {
          ...money('cbc:TaxAmount', tax_amount),
          'cac:TaxSubtotal': [
            {
              ...money('cbc:TaxableAmount', net),
              ...money('cbc:TaxAmount', tax_amount),
              'cac:TaxCategory': { ...categoryOf(content), ...exemptionOf(content), ...scheme },
            },
          ],
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...money('cbc:LineExtensionAmount', net),
        ...money('cbc:TaxExclusiveAmount', net),
        ...money('cbc:TaxInclusiveAmount', total),
        ...money('cbc:PrepaidAmount', total),
        ...money('cbc:PayableAmount', 0),
      },
      'cac:InvoiceLine': linesOf(content),
    },
  };
  return invoice as unknown as Invoice; // its schema is asked when the XML is made
}

function sellerParty(content: DocumentContent) {
  const { name, code, vat_number, address } = content.seller;
  const hasVat = taxCategory(content) !== 'O' && vat_number;
  return {
    ...endpointOf({ code, vat_number, country: sellerCountry(content) }),
    'cac:PostalAddress': addressOf(address, sellerCountry(content)),
    ...(hasVat && { 'cac:PartyTaxScheme': [{ 'cbc:CompanyID': vat_number, ...scheme }] }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, ...(code && { 'cbc:CompanyID': code }) },
  };
}

function buyerParty(content: DocumentContent) {
  const { name, code, vat_number, address, country } = content.buyer;
  const hasVat = taxCategory(content) !== 'O' && /^[A-Z]{2}/.test(vat_number ?? '');
  return {
    ...endpointOf(content.buyer),
    'cac:PostalAddress': addressOf(address, country),
    ...(hasVat && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vat_number, ...scheme } }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, ...(code && { 'cbc:CompanyID': code }) },
  };
}

function endpointOf(party: Parameters<typeof electronicAddress>[0]) {
  const address = electronicAddress(party);
  return address && { 'cbc:EndpointID': address.id, 'cbc:EndpointID@schemeID': address.scheme };
}

/** An address is one text here; where its parts are is nobody's guess. */
function addressOf(address: string | null, country: string) {
  return {
    ...(address && { 'cbc:StreetName': address.replaceAll(/\s+/g, ' ') }),
    'cac:Country': { 'cbc:IdentificationCode': country },
  };
}

function linesOf(content: DocumentContent) {
  const { currency, lines } = content;
  return netLines(content).map(({ net }, index) => {
    const { title = '', quantity = 1, period_start, period_end } = lines[index] ?? {};
    return {
      'cbc:ID': String(index + 1),
      'cbc:InvoicedQuantity': String(quantity),
      'cbc:InvoicedQuantity@unitCode': 'C62',
      'cbc:LineExtensionAmount': decimal(net),
      'cbc:LineExtensionAmount@currencyID': currency,
      ...(period_start &&
        period_end && { 'cac:InvoicePeriod': { 'cbc:StartDate': period_start, 'cbc:EndDate': period_end } }),
      'cac:Item': {
        'cbc:Name': title,
        'cac:ClassifiedTaxCategory': { ...categoryOf(content), ...scheme },
      },
      // The price of the whole quantity, so that nothing is rounded.
      'cac:Price': {
        'cbc:PriceAmount': decimal(net),
        'cbc:PriceAmount@currencyID': currency,
        ...(quantity > 1 && {
          'cbc:BaseQuantity': String(quantity),
          'cbc:BaseQuantity@unitCode': 'C62',
        }),
      },
    };
  });
}

/** What is outside the tax has no rate (BR-O-05). */
function categoryOf(content: DocumentContent) {
  const category = taxCategory(content);
  return {
    'cbc:ID': category,
    ...(category !== 'O' && { 'cbc:Percent': String(content.tax.rate_bp / 100) }),
  };
}

function exemptionOf(content: DocumentContent) {
  const say = (key: string) => translate(content.locale, `paper.${key}`);
  switch (taxCategory(content)) {
    case 'AE':
      return {
        'cbc:TaxExemptionReasonCode': 'VATEX-EU-AE',
        'cbc:TaxExemptionReason': say('reverseCharge'),
      };
    case 'O':
      return { 'cbc:TaxExemptionReasonCode': 'VATEX-EU-O', 'cbc:TaxExemptionReason': say('noTax') };
    default:
      return {};
  }
}

function decimal(minorUnits: number): string {
  const digits = String(Math.abs(minorUnits)).padStart(3, '0');
  return `${minorUnits < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
