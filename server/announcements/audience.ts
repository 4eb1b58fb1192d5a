import { clientList } from '#contract/entities/client.ts';
import {
  flatParameters,
  type ListQuery,
  type ListSpec,
  parseListQuery,
  printListQuery,
} from '#contract/kernel/list-query.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import { can } from '#contract/kernel/permissions.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { type StaffCaller, systemCaller } from '#server/kernel/caller.ts';
import { listPage } from '#server/lists/list-page.ts';
import type { ListDeps } from '#server/lists/list-reply.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { withDays } from '#server/lists/relative-days.ts';
import { clientListing } from '#server/clients/read-client.ts';

/** An audience is a filter of clients as its list's address has it, and judged whenever it is needed. */

export type AudienceDeps = Parameters<typeof clientListing>[0] & { lists: Pick<ListDeps, 'specFor'> };

type Read = { spec: ListSpec; query: ListQuery } | { refusals: Refusal[] };

/**
 * Refuses a choice among clients to somebody who may not read them: how many it finds would tell what each of them has.
 */
export function requireChooser({ actor }: StaffCaller, audience: string | null): void {
  if (audience === null || can(actor.permissions, 'clients.read', { write: false }).allowed) return;
  throw new AppError('forbidden');
}

/** The audience as it is stored; refuses what the list of clients does not know. */
export async function checkedAudience(deps: AudienceDeps, audience: string | null): Promise<string | null> {
  if (audience === null) return null;
  const read = await readAudience(deps, audience);
  if ('refusals' in read) throw new AppError('validation_failed', { fields: { audience: read.refusals } });
  const { filters } = read.query;
  return filters.length === 0 ? null : String(printListQuery({ filters }));
}

/** Whether it is still understood. */
export async function audienceHolds(deps: AudienceDeps, audience: string | null): Promise<boolean> {
  return 'query' in (await readAudience(deps, audience ?? ''));
}

/** The clients of an audience, of those that meet a condition: how many, and the first of them. */
export async function audienceOf(
  deps: AudienceDeps,
  tx: Db,
  audience: string | null,
  {
    now,
    limit,
    where,
  }: { now: Date; limit: number; where?: (id: ListSource['id']) => NonNullable<ListSource['where']> },
): Promise<{ ids: string[]; total: number }> {
  const read = await readAudience(deps, audience ?? '');
  if ('refusals' in read) return { ids: [], total: 0 };
  const { spec } = read;
  const { timeZone, defaultLocale } = deps;
  // Not counted: that is for whole lists.
  const { counted: _, ...source } = await clientListing(deps).source(systemCaller(now, defaultLocale), spec);
  const query = { ...withDays(read.query, { spec, timeZone, now }), page: 1, limit, sort: [] };
  return listPage(tx, {
    spec,
    timeZone,
    query: { ...query, trashed: 'without' },
    source: where ? { ...source, where: where(source.id) } : source,
  });
}

async function readAudience({ lists, defaultLocale }: AudienceDeps, audience: string): Promise<Read> {
  const parameters = flatParameters(new URLSearchParams(audience));
  const spec = await lists.specFor(clientList, { locale: defaultLocale, parameters });
  const read = parseListQuery(spec, parameters);
  return read.ok ? { spec, query: read.query } : { refusals: Object.values(read.refusals).flat() };
}
