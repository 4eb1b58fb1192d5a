import type { Pool } from 'pg';
import type { ReportDays, ReportSummary } from '#contract/panel/report.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { readBackupState } from '#server/backup/backup-state.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Config } from '#server/kernel/config.ts';
import { textIn } from '#server/kernel/messages.ts';
import { isPayable } from '#server/documents/issue-proforma.ts';
import { seenProcesses } from '#server/processes/seen-processes.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { countSummary } from './count-summary.ts';
import { forecastAll } from './forecast-all.ts';
import { keepAnswer } from './keep-answer.ts';
import { hasPrices } from './report-store.ts';
import { countRevenue } from './revenue/read-revenue.ts';

interface ReportDeps {
  config: Pick<Config, 'backups' | 'smtpUrl'>;
  db: Db;
  /** Connections for long reads. */
  exports: Pool;
  settings: Pick<SettingsService, 'get' | 'getAll'>;
  timeZone: string;
  defaultLocale: Locale;
}

const minute = 60_000;

/** The dashboard's figures; each is computed once for everybody who looks within one to five minutes. */
export function createReports(deps: ReportDeps) {
  const { db, exports, settings, defaultLocale, config } = deps;
  return {
    /** How often backups are taken; undefined: not by themselves. */
    backupEveryMs: config.backups?.everyMs,
    hasMailServer: config.smtpUrl !== undefined,
    settings,
    db,
    defaultLocale,
    timeZone: deps.timeZone,
    summary: keepAnswer({ db, name: 'summary', lastsMs: minute }, (days: ReportDays, now) =>
      countSummary(deps, days, now),
    ),
    revenue: keepAnswer({ db, name: 'revenue', lastsMs: minute }, (period: string, now) =>
      countRevenue(deps, period, now),
    ),
    forecast: keepAnswer({ db, name: 'forecast', lastsMs: 5 * minute }, async (days: number, now) =>
      forecastAll(exports, { now, days, general: await generalTerms(deps, db) }),
    ),
  };
}
export type Reports = ReturnType<typeof createReports>;

/** The dashboard, in the reader's language. */
export async function readSummary(
  reports: Reports,
  { now, locale }: Caller,
  days: ReportDays,
): Promise<ReportSummary> {
  const { db, defaultLocale, backupEveryMs } = reports;
  const { tariffs, ...others } = await reports.summary(days, now);
  const { worker } = await seenProcesses(db);
  const backup = backupEveryMs === undefined ? null : await readBackupState(db, backupEveryMs, now);
  const named = tariffs.map(({ translations, ...tariff }) => ({
    ...tariff,
    name: textIn(translations, 'name', { locale, defaultLocale }),
  }));
  return {
    ...others,
    revenue: { ...others.revenue, tariffs: named },
    // Never cached: somebody who has just started a worker wants to see it.
    worker: { is_alive: worker.isAlive, seen_at: worker.seenAt?.toISOString() ?? null },
    set_up: await readSetUp(reports),
    backup: backup && { is_late: backup.isLate, good_at: backup.goodAt?.toISOString() ?? null },
  };
}

/** What an owner sets up before customers come. */
async function readSetUp({
  db,
  settings,
  hasMailServer,
}: Pick<Reports, 'db' | 'settings' | 'hasMailServer'>): Promise<ReportSummary['set_up']> {
  const company = isPayable(await settings.get('company_details'));
  return { company, prices: await hasPrices(db), mail_server: hasMailServer };
}
