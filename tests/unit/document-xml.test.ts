import { describe, expect, it } from 'vitest';
import type { DocumentContent } from '#server/documents/paper/document-content.ts';
import { documentXml } from '#server/documents/xml/document-xml.ts';
import { brokenRules } from '#server/documents/xml/en16931-rules.ts';
import { documentContent } from '#tests/support/documents/document-content.ts';

const { seller, buyer } = documentContent();
const invoice = (changes: Partial<DocumentContent> = {}) =>
  documentContent({
    kind: 'invoice',
    number: 'INV-2026-000123',
    variant: 'lt',
    locale: 'lt',
    currency: 'EUR',
    due_on: null,
    purpose: null,
    seller: {
      ...seller,
      name: 'UAB „Kasa & Ko“',
      code: '304000005',
      vat_number: 'LT100009999999',
      account: 'LT121000011101001000',
    },
    buyer: { ...buyer, vat_number: 'LT100001234567', country: 'LT' },
    lines: [
      {
        title: 'Tarifas „Parduotuvė“ <1>',
        quantity: 1,
        unit_price: 12_100,
        amount: 12_100,
        period_start: '2026-10-05',
        period_end: '2026-11-04',
      },
      { title: 'Papildomai', quantity: 3, unit_price: 100, amount: 300 },
    ],
    tax: { regime: 'vat', rate_bp: 2100, reverse_charge: false },
    net: 10_248,
    tax_amount: 2152,
    total: 12_400,
    ...changes,
  });

/** The text of the only element of a name. */
const only = (xml: string, name: string) => {
  const found = [...xml.matchAll(new RegExp(`<cbc:${name}(?: [^>]*)?>([^<]*)</cbc:${name}>`, 'g'))];
  expect([name, found.length]).toEqual([name, 1]);
  return found[0]?.[1];
};

describe('an invoice as XML', () => {
  it('is UBL 2.1 by EN 16931, with sums to the cent', async () => {
    const xml = await documentXml(invoice());
    expect(xml).toContain('urn:oasis:names:specification:ubl:schema:xsd:Invoice-2');
    expect(only(xml, 'CustomizationID')).toBe('urn:cen.eu:en16931:2017');
    expect(only(xml, 'InvoiceTypeCode')).toBe('380');
    expect(only(xml, 'TaxExclusiveAmount')).toBe('102.48');
    expect(only(xml, 'TaxInclusiveAmount')).toBe('124.00');
    expect(only(xml, 'PayableAmount')).toBe('0.00');
    expect(xml).toContain('UAB „Kasa &amp; Ko“');
    expect(xml).toContain('Tarifas „Parduotuvė“ &lt;1');
    expect(only(xml, 'StartDate')).toBe('2026-10-05');
    const lines = [...xml.matchAll(/<cac:InvoiceLine>.*?<cbc:LineExtensionAmount[^>]*>([\d.]+)/gs)];
    expect(lines.map(([, amount]) => amount)).toEqual(['100.00', '2.48']);
  });

  it('says who owes a reversed tax', async () => {
    const xml = await documentXml(
      invoice({
        tax: { regime: 'vat', rate_bp: 0, reverse_charge: true },
        buyer: { ...buyer, vat_number: 'DE123456789', country: 'DE' },
        net: 12_400,
        tax_amount: 0,
      }),
    );
    expect(xml).toContain('VATEX-EU-AE');
    expect(xml).toContain('DE123456789');
    expect(xml).toMatch(/<cbc:ID>AE<\/cbc:ID>\s*<cbc:Percent>0</);
  });

  it('has no rate and no VAT numbers outside the tax', async () => {
    const tax = { regime: 'none', rate_bp: 0, reverse_charge: false } as const;
    const xml = await documentXml(invoice({ tax, net: 12_400, tax_amount: 0 }));
    expect(xml).toContain('VATEX-EU-O');
    expect(xml).not.toContain('cbc:Percent');
    expect(xml).not.toContain('cac:PartyTaxScheme');
  });

  it('of a credit note names what it corrects', async () => {
    const corrects = { number: 'INV-2026-000007', issued_on: '2026-09-30' };
    const xml = await documentXml(invoice({ kind: 'credit_note', number: 'CN-2026-000001', corrects }));
    expect(xml).toContain('urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2');
    expect(only(xml, 'CreditNoteTypeCode')).toBe('381');
    expect(xml).toContain('INV-2026-000007');
  });
});

it.each(['proforma', 'act'] as const)('%s has none', async (kind) => {
  await expect(documentXml(invoice({ kind }))).rejects.toMatchObject({ code: 'no_xml' });
});

it.each<[string, Partial<DocumentContent>]>([
  ['BR-CO-09', { seller: { ...invoice().seller, vat_number: '100009999999' } }],
  ['BR-S-02', { seller: { ...invoice().seller, vat_number: null } }],
  ['BR-CO-15', { tax_amount: 2153 }],
  ['BR-CO-10', { net: 10_247, tax_amount: 2153 }],
  [
    'BR-CO-17',
    { lines: [{ title: 'a', quantity: 1, unit_price: 1, amount: 12_400 }], net: 0, tax_amount: 12_400 },
  ],
  [
    'BR-AE-02',
    { tax: { regime: 'vat', rate_bp: 0, reverse_charge: true }, buyer: { ...buyer, vat_number: null } },
  ],
  ['BR-55', { kind: 'credit_note' }],
  ['BR-11', { buyer: { ...buyer, country: '' } }],
])('the rule %s is held', async (rule, changes) => {
  expect(brokenRules(invoice(changes))).toContain(rule);
  await expect(documentXml(invoice(changes))).rejects.toMatchObject({
    code: 'no_xml',
    details: { says: { key: 'errors.xml_rules' } },
  });
});

it('breaks no rule as it is', () => {
  expect(brokenRules(invoice())).toEqual([]);
});
