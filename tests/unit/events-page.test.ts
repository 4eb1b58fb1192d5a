import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { clientDetails } from '#contract/clients/client-details.ts';
import { documentRow } from '#contract/entities/document.ts';
import { allLedgerEntry } from '#contract/entities/ledger-entry.ts';
import { paymentDetails } from '#contract/entities/payment.ts';
import { type EventRow, eventTypeNames, eventTypes } from '#contract/panel/event-types.ts';
import { exampleEvents } from '#tests/support/files/events-page.ts';

const examples = exampleEvents();
const schemas: Record<Exclude<EventRow, 'alarm'>, z.ZodObject> = {
  client: clientDetails,
  ledger_entry: allLedgerEntry,
  payment: paymentDetails,
  document: documentRow,
};

describe('the page of events', () => {
  it('has an example of every type, in the order of the contract', () => {
    expect([...examples.keys()]).toEqual(eventTypeNames);
  });

  it.each(eventTypeNames)('shows %s with fields that its row has, of the right form', (type) => {
    const example = examples.get(type);
    expect(example?.type).toBe(type);
    const row = eventTypes[type];
    if (row === 'alarm') return;
    // Not every field is shown, but each that is shown is there.
    const { error } = schemas[row].partial().strict().safeParse(example?.data);
    expect(error?.issues ?? []).toEqual([]);
  });
});
