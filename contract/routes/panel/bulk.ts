import * as z from 'zod';
import { clientActInputs as inputs, clientActNeeds } from '../../clients/client-bulk.ts';
import { dataOf, listOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import {
  bulkCheck,
  bulkRow,
  bulkRowList,
  bulkRun,
  bulkRunList,
  bulkSelection,
  bulkStarted,
} from '../../panel/bulk.ts';
import { id } from '../../kernel/primitives.ts';

const byId = z.strictObject({ id });

/** Each act has its own permission besides; these are the ones that some act needs. */
const anyAct = staff([...new Set(Object.values(clientActNeeds))]);

const onClients = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('prolong'), input: inputs.prolong, ...bulkSelection }),
  z.strictObject({ act: z.literal('tariff'), input: inputs.tariff, ...bulkSelection }),
  z.strictObject({ act: z.literal('block'), input: inputs.block, ...bulkSelection }),
  z.strictObject({ act: z.literal('unblock'), input: inputs.unblock, ...bulkSelection }),
  z.strictObject({ act: z.literal('manager'), input: inputs.manager, ...bulkSelection }),
  z.strictObject({ act: z.literal('tags'), input: inputs.tags, ...bulkSelection }),
  z.strictObject({ act: z.literal('notify'), input: inputs.notify, ...bulkSelection }),
  z.strictObject({ act: z.literal('delete'), input: inputs.delete, ...bulkSelection }),
  z.strictObject({ act: z.literal('restore'), input: inputs.restore, ...bulkSelection }),
]);

/** Acts on many rows at once (GROWTH section 19, "Many at once"). */
export const bulkApi = {
  actOnClients: route({
    method: 'POST',
    path: '/admin/clients/bulk',
    access: anyAct,
    summary: 'The same act on many clients; `dry_run` says what it would do and changes nothing',
    idempotent: true,
    body: onClients,
    answer: dataOf(z.union([bulkCheck, bulkStarted])),
    accepts: true,
    errors: ['selection_changed', 'idempotency_mismatch'],
  }),
  bulkRuns: route({
    method: 'GET',
    path: '/admin/bulk',
    access: staff('clients.read'),
    summary: 'Acts on many rows, newest first',
    list: bulkRunList,
    answer: listOf(bulkRun),
  }),
  bulkRun: route({
    method: 'GET',
    path: '/admin/bulk/:id',
    access: staff('clients.read'),
    summary: 'One of them: how far it is, and until when it can be undone',
    params: byId,
    answer: dataOf(bulkRun),
  }),
  bulkRows: route({
    method: 'GET',
    path: '/admin/bulk/:id/rows',
    access: staff('clients.read'),
    summary: 'What became of each row, and why',
    params: byId,
    list: bulkRowList,
    answer: listOf(bulkRow),
  }),
  stopBulk: route({
    method: 'POST',
    path: '/admin/bulk/:id/stop',
    access: anyAct,
    summary: 'Stop it: rows that were not reached stay as they are',
    params: byId,
    answer: dataOf(bulkRun),
    errors: ['bulk_over'],
  }),
  undoBulk: route({
    method: 'POST',
    path: '/admin/bulk/:id/undo',
    access: anyAct,
    summary: 'Undo it within 24 hours; rows that changed since are left and named',
    params: byId,
    answer: dataOf(bulkRun),
    errors: ['undo_over'],
  }),
};
