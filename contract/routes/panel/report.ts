import { dataOf } from '../../http/answers.ts';
import { forecastQuery, reportForecast, reportSummary, summaryQuery } from '../../panel/report.ts';
import { route, staff } from '../../http/route.ts';

/** The figures of the dashboard. */
export const reportApi = {
  summary: route({
    method: 'GET',
    path: '/admin/reports/summary',
    access: staff('reports.read'),
    summary: 'Clients, sign-ups, recurring revenue, top-ups, what ends soon and what failed',
    query: summaryQuery,
    answer: dataOf(reportSummary),
  }),
  forecast: route({
    method: 'GET',
    path: '/admin/reports/forecast',
    access: staff('reports.read'),
    summary: 'What will happen to all clients in the next days: charges, graces, blocks, deletions',
    query: forecastQuery,
    answer: dataOf(reportForecast),
  }),
};
