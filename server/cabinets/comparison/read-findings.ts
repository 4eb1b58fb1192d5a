import type { Reconciliation } from '#contract/cabinets/cabinet.ts';
import { type CabinetFinding, findingEntity } from '#contract/entities/cabinet-finding.ts';
import { clientStatuses } from '#contract/entities/client.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { translate } from '#server/kernel/messages.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { latestComparison } from './comparison-store.ts';
import { findingRowsByIds, findingSource, type FindingWithClient } from './finding-store.ts';

/** The cabinets that differ (DESIGN section 10.3). */
export function findingListing(db: Db): Listing<CabinetFinding> {
  return {
    name: 'cabinets',
    source: () => findingSource,
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await findingRowsByIds(db, ids)).map((row) => toFinding(row, locale)),
    csv: fileColumnsOf(findingEntity, {
      client_status: { is: { type: 'enum', values: clientStatuses }, texts: 'clients.values.status' },
    }),
  };
}

/** When all cabinets were last compared, and the result. */
export async function readLatestComparison(db: Db): Promise<Reconciliation> {
  const row = await latestComparison(db);
  if (!row) return null;
  const { started_at, finished_at, cabinets, differing } = row;
  const seconds = (finished_at.getTime() - started_at.getTime()) / 1000;
  return { finished_at: finished_at.toISOString(), seconds, cabinets, differing };
}

function toFinding(row: FindingWithClient, locale: Locale): CabinetFinding {
  const texts = row.kind.endsWith('_failed') ? 'cabinetErrors' : 'cabinetFindings';
  const isNobodys = row.client_name === null;
  return toAnswer(findingEntity, row, {
    client_id: isNobodys ? null : row.client_id,
    message: translate(locale, `${texts}.${row.reason}`),
    // Without a client's name only this says to whom it belonged.
    detail: isNobodys ? [row.client_id, row.detail].filter(Boolean).join(', ') : row.detail,
  });
}
