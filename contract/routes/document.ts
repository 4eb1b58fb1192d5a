import * as z from 'zod';
import {
  cancelInput,
  documentId,
  documentList,
  documentRow,
  openProformas,
  ownDocument,
  ownDocumentList,
  proformaOfClient,
} from '../entities/document.ts';
import { vatCheck } from '../clients/vat-check.ts';
import { dataOf, fileAnswer, listOf } from '../http/answers.ts';
import { route, staff } from '../http/route.ts';
import { proformaInput, transferCode } from '../money/proforma.ts';
import { id } from '../kernel/primitives.ts';
import { customerAddresses } from './customer-addresses.ts';

/** Documents: prefix `admin/documents` (GROWTH section 16). */
export const documentApi = {
  documents: route({
    method: 'GET',
    path: '/admin/documents',
    access: staff('payments.read'),
    summary: 'Proforma invoices, completion certificates, invoices and credit notes, newest first',
    list: documentList,
    answer: listOf(documentRow),
  }),
  openProformas: route({
    method: 'GET',
    path: '/admin/documents/summary',
    access: staff('payments.read'),
    summary: 'How much is open and overdue, and whether proforma invoices can be issued at all',
    answer: dataOf(openProformas),
  }),
  document: route({
    method: 'GET',
    path: '/admin/documents/:id',
    access: staff('payments.read'),
    summary: 'One document',
    params: documentId,
    answer: dataOf(documentRow),
  }),
  documentPdf: route({
    method: 'GET',
    path: '/admin/documents/:id/pdf',
    access: staff('payments.read'),
    summary: 'A document as it is printed',
    params: documentId,
    answer: fileAnswer,
    mediaType: 'application/pdf',
  }),
  documentXml: route({
    method: 'GET',
    path: '/admin/documents/:id/xml',
    access: staff('payments.read'),
    summary: 'An invoice or a credit note by EN 16931 (UBL 2.1)',
    params: documentId,
    answer: fileAnswer,
    mediaType: 'application/xml',
    errors: ['no_xml'],
  }),
  issueDocument: route({
    method: 'POST',
    path: '/admin/clients/:id/documents',
    access: staff('payments.write'),
    summary: 'Issue a proforma invoice to a client, who gets it by email',
    params: z.strictObject({ id }),
    body: proformaOfClient,
    idempotent: true,
    answer: dataOf(documentRow),
    status: 201,
    errors: ['deleted', 'company_details_missing', 'idempotency_mismatch'],
  }),
  sendDocument: route({
    method: 'POST',
    path: '/admin/documents/:id/send',
    access: staff('payments.write'),
    summary: 'Send an open proforma invoice to its client again',
    params: documentId,
    bodyOptional: true,
    answer: dataOf(documentRow),
    errors: ['not_open', 'deleted'],
  }),
  cancelDocument: route({
    method: 'POST',
    path: '/admin/documents/:id/cancel',
    access: staff('payments.write'),
    summary: 'Cancel an open proforma invoice',
    params: documentId,
    body: cancelInput,
    answer: dataOf(documentRow),
    errors: ['not_open'],
  }),
};

/** The buyer's VAT number as VIES knows it: what decides about reverse charge. */
export const vatCheckApi = {
  vatCheck: route({
    method: 'GET',
    path: '/admin/clients/:id/vat-check',
    access: staff('clients.read'),
    summary: "What VIES said of a client's VAT number; `status` null: it isn't asked about it",
    params: z.strictObject({ id }),
    answer: dataOf(vatCheck),
  }),
  askVatAgain: route({
    method: 'POST',
    path: '/admin/clients/:id/vat-check',
    access: staff('clients.write'),
    summary: "Ask VIES again; the last answer holds until there's another one",
    params: z.strictObject({ id }),
    bodyOptional: true,
    answer: dataOf(vatCheck),
    errors: ['deleted'],
  }),
};

/** A customer's own documents: prefix `auth/me/documents`. */
export const ownDocumentApi = {
  documents: route({
    ...customerAddresses.documents,
    summary: "One's own documents, newest first",
    list: ownDocumentList,
    answer: listOf(ownDocument),
  }),
  documentPdf: route({
    ...customerAddresses.documentPdf,
    summary: "A document of one's own as it is printed",
    params: documentId,
    answer: fileAnswer,
    mediaType: 'application/pdf',
  }),
  documentXml: route({
    ...customerAddresses.documentXml,
    summary: "An invoice or a credit note of one's own by EN 16931 (UBL 2.1)",
    params: documentId,
    answer: fileAnswer,
    mediaType: 'application/xml',
    errors: ['no_xml'],
  }),
  documentCode: route({
    ...customerAddresses.documentCode,
    summary:
      "What is left of an open proforma of one's own, as the QR code of a transfer; null where no bank takes it",
    params: documentId,
    answer: dataOf(transferCode.nullable()),
    errors: ['not_open'],
  }),
  makeProforma: route({
    ...customerAddresses.makeProforma,
    summary: 'A proforma invoice for a top-up by bank transfer',
    body: proformaInput,
    idempotent: true,
    answer: dataOf(ownDocument),
    status: 201,
    errors: ['company_details_missing', 'too_many_requests', 'idempotency_mismatch'],
  }),
};
