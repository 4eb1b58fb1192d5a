import { type Client, clientEntity } from '#contract/entities/client.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { readCabinet } from '#server/cabinets/read-cabinet.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { suspensionOf } from '#server/subscriptions/lifecycle/suspension.ts';
import { readNextPayment } from '#server/subscriptions/prices/read-due-payment.ts';
import { limitsOfClient } from '#server/metrics/limit-store.ts';
import { allMetrics } from '#server/metrics/metric-store.ts';
import { unusedFields, usageOf } from '#server/metrics/read-metrics.ts';
import { shownLimits } from '#server/metrics/sent-limits.ts';
import { readPinnedNote } from '#server/notes/read-notes.ts';
import { clientSource } from './list/client-columns.ts';
import type { ReadClientDeps } from './client-deps.ts';
import { awaitedEmail } from './client-emails.ts';
import { type ListedClient, toClient } from './client-row.ts';
import { clientById, clientCsv, clientDetails, clientOfPage, erasureOfClient } from './client-store.ts';

/** The clients of the list and of its file (API.md, "clients"). */
export function clientListing(deps: ReadClientDeps): Listing<Client> {
  const { db, urlOf, defaultLocale, timeZone, currency } = deps;
  const [before = '', after = ''] = (urlOf('\n') ?? '').split('\n');
  return {
    name: 'clients',
    source: ({ locale, now }, spec) =>
      clientSource({ locale, now, defaultLocale, timeZone, currency, url: { before, after } }, spec),
    row: {
      select: ({ locale }) => clientOfPage(db, { locale, defaultLocale }),
      memo: ({ locale }) => `${locale} ${defaultLocale}`,
      toRow: (row, { now }) => toClient(row as ListedClient, aroundClient(deps, now)), // selected by the query above
    },
    csv: clientCsv,
    leftOut: (on) => unusedFields(on, clientEntity),
  };
}

/** One client, deleted or not, and how its cabinet was made. */
export async function readClient(
  deps: ReadClientDeps,
  { locale, now }: Pick<Caller, 'locale' | 'now'>,
  id: string,
  on = deps.db,
): Promise<ClientDetails> {
  const row = await clientDetails(on, id, { locale, defaultLocale: deps.defaultLocale });
  if (!row) throw new AppError('not_found');
  return {
    ...toClient(row, aroundClient(deps, now)),
    limits: shownLimits(await allMetrics(on), row, await limitsOfClient(on, id)),
    usage: await usageOf(on, id, { locale, defaultLocale: deps.defaultLocale }),
    pinned_note: await readPinnedNote(on, id),
    erasure: await erasureOfClient(on, id),
    next_payment: await nextPaymentOf(deps, on, id, now),
    stops_at: (await stopOf(deps, on, row))?.toISOString() ?? null,
    awaits: awaitedEmail(row),
    pending_email: row.pending_email,
    cabinet: await readCabinet(on, id, locale),
  };
}

/** What the next period costs, as the page of a client says it. */
async function nextPaymentOf(
  deps: ReadClientDeps,
  on: Db,
  id: string,
  now: Date,
): Promise<ClientDetails['next_payment']> {
  const next = await readNextPayment(deps, on, id, now);
  return next && { amount: next.amount, missing: next.missing, date: next.date?.toISOString() ?? null };
}

/** When the lifecycle suspends a client that doesn't pay; null for one that does. */
async function stopOf(
  { settings, timeZone }: ReadClientDeps,
  on: Db,
  row: Parameters<typeof suspensionOf>[0] & { term_without_payment_days: number | null },
): Promise<Date | null> {
  const graceDays = row.term_without_payment_days ?? (await settings.get('term_without_payment_days', on));
  return suspensionOf(row, { graceDays, timeZone });
}

/** Refuses an unknown client before the body is read. */
export function knownClient({ db }: Pick<ReadClientDeps, 'db'>) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if (!(await clientById(db, params.id))) throw new AppError('not_found');
  };
}

function aroundClient({ timeZone, currency, urlOf }: ReadClientDeps, now: Date) {
  return { now, timeZone, currency, urlOf };
}
