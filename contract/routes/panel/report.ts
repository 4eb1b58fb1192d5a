import { dataOf, fileAnswer } from '../../http/answers.ts';
import { forecastQuery, reportForecast, reportSummary, summaryQuery } from '../../panel/report.ts';
import { route, staff } from '../../http/route.ts';
import { revenueFileQuery, revenueQuery, revenueReport } from '../../panel/revenue.ts';
import {
  closeMonthInput,
  monthFileQuery,
  monthQuery,
  monthReport,
  reopenMonthInput,
} from '../../money/month.ts';

/** The figures of the dashboard, and what happened in a month. */
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
  month: route({
    method: 'GET',
    path: '/admin/reports/month',
    access: staff(['reports.read', 'payments.read']),
    summary: 'What happened in all wallets in a month: opening, every kind of move, closing',
    query: monthQuery,
    answer: dataOf(monthReport),
  }),
  monthFile: route({
    method: 'GET',
    path: '/admin/reports/month/csv',
    access: staff(['reports.read', 'payments.read']),
    summary: 'The same as a file',
    query: monthFileQuery,
    answer: fileAnswer,
    mediaType: 'text/csv',
  }),
  revenue: route({
    method: 'GET',
    path: '/admin/reports/revenue',
    access: staff('reports.read'),
    summary: 'Recurring revenue by movement and month, churn, trial to paid, cohorts, by tariff and source',
    query: revenueQuery,
    answer: dataOf(revenueReport),
  }),
  revenueFile: route({
    method: 'GET',
    path: '/admin/reports/revenue/csv',
    access: staff('reports.read'),
    summary: 'A table of it as a file',
    query: revenueFileQuery,
    answer: fileAnswer,
    mediaType: 'text/csv',
  }),
  closeMonth: route({
    method: 'POST',
    path: '/admin/reports/month/close',
    access: staff('payments.close'),
    summary: 'Close a month: no line counts for one of its days any more',
    body: closeMonthInput,
    answer: dataOf(monthReport),
    errors: ['month_running', 'month_is_closed', 'month_not_next'],
  }),
  reopenMonth: route({
    method: 'POST',
    path: '/admin/reports/month/reopen',
    access: staff('payments.close'),
    summary: 'Open the latest closed month again',
    body: reopenMonthInput,
    answer: dataOf(monthReport),
    errors: ['month_not_last'],
  }),
};
