import * as z from 'zod';
import { metric, metricChanges, metricInput, metricList, usedMetric } from '../../catalogue/metric.ts';
import { dataOf, done, listOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import { id } from '../../kernel/primitives.ts';

const byId = z.strictObject({ id });

/** What is counted and limited: prefix `admin/metrics` (GROWTH section 17). */
export const metricApi = {
  metrics: route({
    method: 'GET',
    path: '/admin/metrics',
    access: staff('tariffs.read'),
    summary: 'Metrics that cabinets report and tariffs limit',
    list: metricList,
    answer: listOf(metric),
  }),
  usedMetrics: route({
    method: 'GET',
    path: '/admin/metrics/used',
    access: staff(null),
    summary: 'Metrics that a tariff limits or a cabinet reports: no screen shows another one',
    answer: dataOf(z.array(usedMetric)),
  }),
  createMetric: route({
    method: 'POST',
    path: '/admin/metrics',
    access: staff('tariffs.write'),
    summary: 'Add a metric',
    body: metricInput,
    answer: dataOf(metric),
    status: 201,
  }),
  changeMetric: route({
    method: 'PUT',
    path: '/admin/metrics/:id',
    access: staff('tariffs.write'),
    summary: 'Change a metric; key, unit and period only until a cabinet has reported it',
    params: byId,
    body: metricChanges,
    answer: dataOf(metric),
    errors: ['stale'],
  }),
  deleteMetric: route({
    method: 'DELETE',
    path: '/admin/metrics/:id',
    access: staff('tariffs.write'),
    summary: 'Delete a metric that nobody limits and no cabinet reports',
    params: byId,
    answer: done,
    errors: ['in_use'],
  }),
};
