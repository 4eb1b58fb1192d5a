import { reportApi as api } from '#contract/routes/panel/report.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { closeMonth, reopenMonth } from './month/close-month.ts';
import { monthFile } from './month/month-file.ts';
import { type MonthDeps, readMonth } from './month/read-month.ts';
import { readRevenue } from './revenue/read-revenue.ts';
import { revenueFile } from './revenue/revenue-file.ts';
import { readSummary, type Reports } from './read-reports.ts';

/** `admin/reports` */
export function reportRoutes({ reports, ...deps }: MonthDeps & { reports: Reports }): Implementation[] {
  return [
    onStaff(api.summary, async ({ caller, query }) => ({
      data: await readSummary(reports, caller, query.days),
    })),
    onStaff(api.forecast, async ({ caller, query }) => ({
      data: await reports.forecast(query.days, caller.now),
    })),
    onStaff(api.month, async ({ caller, query }) => ({ data: await readMonth(deps, caller, query.month) })),
    onStaff(api.monthFile, async ({ caller, query: { month, delimiter } }) =>
      monthFile(await readMonth(deps, caller, month), caller.locale, delimiter ?? null),
    ),
    onStaff(api.revenue, async ({ caller, query }) => ({
      data: await readRevenue(reports, caller, query.period),
    })),
    onStaff(api.revenueFile, async ({ caller, query: { period, table, delimiter } }) =>
      revenueFile(await readRevenue(reports, caller, period), {
        table,
        locale: caller.locale,
        delimiter: delimiter ?? null,
      }),
    ),
    onStaff(api.closeMonth, async ({ caller, body }) => ({ data: await closeMonth(deps, caller, body) })),
    onStaff(api.reopenMonth, async ({ caller, body }) => ({ data: await reopenMonth(deps, caller, body) })),
  ];
}
