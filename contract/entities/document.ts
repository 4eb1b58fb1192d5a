/** A proforma (рахунок), an act (акт наданих послуг), an invoice (PVM sąskaita faktūra), a credit note. */
export const documentKinds = ['proforma', 'act', 'invoice', 'credit_note'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** A proforma is open until it is paid, cancelled or expired; other documents are issued, and stay so. */
export const documentStatuses = ['open', 'paid', 'cancelled', 'expired', 'issued'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];
