import type { LedgerKind } from '#contract/entities/ledger-entry.ts';

/** A line of the ledger that has to be on a document. */
export interface OpenEntry {
  id: string;
  client_id: string;
  kind: LedgerKind;
  /** Minor units, signed as in the ledger. */
  amount: number;
  period_start: Date | null;
  period_end: Date | null;
  tariff_id: string | null;
  /** What it takes back: the line that a reversal names, the charge that a refund gives back, the payment of a payout. */
  origin_id: string | null;
  origin_kind: LedgerKind | null;
  /** The document that says the origin. */
  origin_document_id: string | null;
}

/** A document to issue. `corrects`: one that is issued already, or the sale of these very lines. */
export interface PlannedDocument {
  clientId: string;
  kind: 'sale' | 'credit_note';
  entries: OpenEntry[];
  corrects: { documentId: string } | { saleOf: string } | null;
}

/** `silent`: lines that no document has to say. */
export interface DocumentPlan {
  documents: PlannedDocument[];
  silent: string[];
}

/**
 * What to issue for these lines of the ledger, each client's in their order: sales together or one by one, and for each
 * document that something was given back of, a credit note. What was taken back before any document said it stays
 * unsaid, and so does what corrects nothing. Pure.
 */
export function planDocuments(
  entries: readonly OpenEntry[],
  { together }: { together: boolean },
): DocumentPlan {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const silent = new Set<string>();
  for (const { id, kind, origin_id } of entries) {
    if (kind !== 'reversal' || origin_id === null || !byId.has(origin_id)) continue;
    silent.add(id).add(origin_id);
  }
  const sales = new Map<string, PlannedDocument>();
  const notes = new Map<string, PlannedDocument>();
  const saleOf = (entry: OpenEntry) => (together ? entry.client_id : entry.id);
  for (const entry of entries) {
    if (silent.has(entry.id) || !isSale(entry)) continue;
    const key = saleOf(entry);
    addTo(sales, key, { clientId: entry.client_id, kind: 'sale', entries: [], corrects: null }, entry);
  }
  for (const entry of entries) {
    if (silent.has(entry.id) || isSale(entry)) continue;
    const origin = entry.origin_id === null ? undefined : byId.get(entry.origin_id);
    const own = origin && !silent.has(origin.id) && isSale(origin) ? saleOf(origin) : undefined;
    const document = own ?? entry.origin_document_id;
    if (document === null) {
      silent.add(entry.id);
      continue;
    }
    const corrects = own === undefined ? { documentId: document } : { saleOf: own };
    addTo(notes, document, { clientId: entry.client_id, kind: 'credit_note', entries: [], corrects }, entry);
  }
  return { documents: [...sales.values(), ...notes.values()], silent: [...silent] };
}

/** How a sale of this plan is named by what corrects it. */
export function saleKey({ clientId, entries }: PlannedDocument, { together }: { together: boolean }): string {
  return together ? clientId : (entries[0]?.id ?? '');
}

/** Money that came for a service, or was charged for one; what gave it back and is taken back is such a thing again. */
function isSale({ kind, origin_kind }: OpenEntry): boolean {
  return (
    kind === 'charge' ||
    kind === 'top_up' ||
    (kind === 'reversal' && (origin_kind === 'refund' || origin_kind === 'payout'))
  );
}

function addTo(
  documents: Map<string, PlannedDocument>,
  key: string,
  empty: PlannedDocument,
  entry: OpenEntry,
): void {
  const document = documents.get(key) ?? empty;
  document.entries.push(entry);
  documents.set(key, document);
}
