import { adminReportsApi as api } from '#contract/admin-reports-api.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { ReportService } from './report-service.ts';

/** `admin/reports` */
export function reportRoutes({ reports }: { reports: ReportService }): Implementation[] {
  return [
    onStaff(api.summary, async ({ caller, query }) => ({ data: await reports.summary(caller, query.days) })),
    onStaff(api.forecast, async ({ caller, query }) => ({
      data: await reports.forecast(caller, query.days),
    })),
  ];
}
