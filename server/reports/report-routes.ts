import { reportApi as api } from '#contract/routes/panel/report.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { readSummary, type Reports } from './read-reports.ts';

/** `admin/reports` */
export function reportRoutes({ reports }: { reports: Reports }): Implementation[] {
  return [
    onStaff(api.summary, async ({ caller, query }) => ({
      data: await readSummary(reports, caller, query.days),
    })),
    onStaff(api.forecast, async ({ caller, query }) => ({
      data: await reports.forecast(query.days, caller.now),
    })),
  ];
}
