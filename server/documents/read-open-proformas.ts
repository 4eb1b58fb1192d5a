import type { OpenProformas } from '#contract/entities/document.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { localDay } from '#server/kernel/periods.ts';
import type { DocumentDeps } from './document-deps.ts';
import { openSums } from './document-store.ts';
import { isPayable } from './issue-proforma.ts';

/** What waits to be paid, and whether the platform can ask for money by itself. */
export async function readOpenProformas(
  { db, settings, timeZone }: Pick<DocumentDeps, 'db' | 'settings' | 'timeZone'>,
  { now }: Pick<Caller, 'now'>,
): Promise<OpenProformas> {
  const today = localDay(now, timeZone);
  const { company_details: company, proforma_days_before: days } = await settings.getAll([
    'company_details',
    'proforma_days_before',
  ]);
  return { today, ...(await openSums(db, today)), lacks_company: days !== null && !isPayable(company) };
}
