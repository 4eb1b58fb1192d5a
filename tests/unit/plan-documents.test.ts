import { describe, expect, it } from 'vitest';
import { type OpenEntry, planDocuments } from '#server/documents/month-end/plan-documents.ts';

const entry = (id: string, changes: Partial<OpenEntry> = {}): OpenEntry => ({
  id,
  client_id: 'one',
  kind: 'charge',
  amount: -100,
  period_start: null,
  period_end: null,
  tariff_id: null,
  origin_id: null,
  origin_kind: null,
  origin_document_id: null,
  ...changes,
});
const refund = (id: string, origin: string, document: string | null = null) =>
  entry(id, {
    kind: 'refund',
    amount: 40,
    origin_id: origin,
    origin_kind: 'charge',
    origin_document_id: document,
  });
const reversal = (id: string, origin: string, changes: Partial<OpenEntry> = {}) =>
  entry(id, { kind: 'reversal', amount: 100, origin_id: origin, origin_kind: 'charge', ...changes });

/** `kind client: lines → what it corrects`. */
const planned = (entries: OpenEntry[], together = true) => {
  const { documents, silent } = planDocuments(entries, { together });
  const words = documents.map(({ kind, clientId, entries: said, corrects }) => {
    const corrected = corrects && ('saleOf' in corrects ? `sale of ${corrects.saleOf}` : corrects.documentId);
    return `${kind} ${clientId}: ${said.map(({ id }) => id).join(' ')}${corrected ? ` → ${corrected}` : ''}`;
  });
  return { words, silent: silent.sort() };
};

describe('the documents of a month', () => {
  it('say the charges of each client together', () => {
    const entries = [entry('a'), entry('b'), entry('c', { client_id: 'two' })];
    expect(planned(entries)).toEqual({ words: ['sale one: a b', 'sale two: c'], silent: [] });
  });

  it('give a refund a credit note to the document of its charge, in this month and in another', () => {
    const entries = [entry('a'), refund('b', 'a'), refund('c', 'old', 'ACT-1'), refund('d', 'old', 'ACT-1')];
    expect(planned(entries).words).toEqual([
      'sale one: a',
      'credit_note one: b → sale of one',
      'credit_note one: c d → ACT-1',
    ]);
  });

  it('are silent of a charge that was taken back before they came', () => {
    expect(planned([entry('a'), reversal('b', 'a'), entry('c')])).toEqual({
      words: ['sale one: c'],
      silent: ['a', 'b'],
    });
  });

  it('take back a charge of an earlier document', () => {
    const late = reversal('b', 'a', { origin_document_id: 'ACT-1' });
    expect(planned([late]).words).toEqual(['credit_note one: b → ACT-1']);
  });

  it('charge again what a reversed refund gave back', () => {
    const again = reversal('c', 'old', { amount: -40, origin_kind: 'refund' });
    expect(planned([again]).words).toEqual(['sale one: c']);
  });

  it('correct nothing that no document says', () => {
    expect(planned([refund('a', 'old')])).toEqual({ words: [], silent: ['a'] });
    // The charge is silent, and so is what was given back of it.
    expect(planned([entry('a'), refund('b', 'a'), reversal('c', 'a')]).words).toEqual([]);
  });
});

describe('the documents of payments', () => {
  const topUp = (id: string) => entry(id, { kind: 'top_up', amount: 100 });

  it('are one for each', () => {
    expect(planned([topUp('a'), topUp('b')], false).words).toEqual(['sale one: a', 'sale one: b']);
  });

  it('are corrected when money goes back', () => {
    const out = entry('c', { kind: 'payout', amount: -50, origin_id: 'b', origin_kind: 'top_up' });
    expect(planned([topUp('a'), topUp('b'), out], false).words.at(-1)).toBe('credit_note one: c → sale of b');
  });

  it('are made again when money that went back is back', () => {
    const back = entry('d', { kind: 'reversal', amount: 50, origin_id: 'c', origin_kind: 'payout' });
    expect(planned([back], false).words).toEqual(['sale one: d']);
  });
});
