import { eventTypes } from '#contract/panel/event-types.ts';
import type { ReadClientDeps } from '#server/clients/client-deps.ts';
import { readClient } from '#server/clients/read-client.ts';
import type { Db } from '#server/db/tables.ts';
import { readDocument } from '#server/documents/read-document.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Gateways } from '#server/payments/gateways/gateways.ts';
import { readPayment } from '#server/payments/list/read-payments.ts';
import { readNamedEntry } from '#server/payments/read-ledger.ts';
import { storeEventData, type UnreadEvent, unreadEvents } from './delivery-store.ts';

export interface ReadEventDeps extends ReadClientDeps {
  gateways: Pick<Gateways, 'names'>;
}

const readAtOnce = 100;

/**
 * Reads the rows of new events as their GET gives them, once for all who get them and for every try (docs/decisions/0198).
 * Answers how many.
 */
export function readEvents(deps: ReadEventDeps, now: Date): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const events = await unreadEvents(tx, readAtOnce);
    for (const event of events) await storeEventData(tx, event.id, await rowOf(deps, tx, event, now));
    return events.length;
  });
}

/** A row that is gone for good is only named. */
async function rowOf(deps: ReadEventDeps, tx: Db, event: UnreadEvent, now: Date): Promise<object> {
  try {
    return await read(deps, tx, event, now);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return { id: event.subject_id };
    throw error;
  }
}

async function read(
  deps: ReadEventDeps,
  tx: Db,
  { type, subject_id: id }: UnreadEvent,
  now: Date,
): Promise<object> {
  const languages = { locale: deps.defaultLocale, defaultLocale: deps.defaultLocale };
  switch (type === 'webhook.test' ? 'alarm' : eventTypes[type]) {
    case 'client':
      return readClient(deps, { ...languages, now }, id, tx);
    case 'ledger_entry':
      return readNamedEntry(tx, id, languages);
    case 'payment':
      return readPayment(deps, tx, id);
    case 'document':
      return readDocument(tx, id);
    case 'alarm':
      return { id }; // recorded with its data
  }
}
