import * as z from 'zod';
import { dataOf, fileAnswer, listOf } from './answers.ts';
import { cabinetFinding, findingList, reconciliation, repairAnswer } from './cabinet.ts';
import { clientDetails } from './client.ts';
import { id } from './primitives.ts';
import { route, staff } from './route.ts';

const byId = z.strictObject({ id });
const byBackup = z.strictObject({ id, backup: id });

/** Cabinets that differ, and what staff do with one: prefix `admin` (DESIGN sections 10.3, 10.5 and 10.7). */
export const adminCabinetsApi = {
  cabinetFindings: route({
    method: 'GET',
    path: '/admin/cabinets',
    access: staff('clients.read'),
    summary: 'Cabinets that are not as they should be, the latest first',
    list: findingList,
    answer: listOf(cabinetFinding),
  }),
  reconciliation: route({
    method: 'GET',
    path: '/admin/cabinets/comparison',
    access: staff('clients.read'),
    summary: 'When all cabinets were last compared with what is wanted',
    answer: dataOf(reconciliation),
  }),
  repairCabinet: route({
    method: 'POST',
    path: '/admin/cabinets/:id/repair',
    access: staff('clients.write'),
    summary: 'Bring about what is wanted; waits some seconds for the result',
    params: byId,
    answer: dataOf(repairAnswer),
    errors: ['above_own_permissions'],
  }),
  giveUpCabinet: route({
    method: 'POST',
    path: '/admin/clients/:id/cabinet/give-up',
    access: staff('clients.write'),
    summary: 'Undo a failed creation: destroy what was made of it; it can be made again',
    params: byId,
    answer: dataOf(clientDetails),
    errors: ['cabinet_not_failed'],
  }),
  deleteWithoutBackup: route({
    method: 'POST',
    path: '/admin/clients/:id/cabinet/delete-without-backup',
    access: staff('clients.delete'),
    summary: 'Go on with a deletion whose last backup could not be made: the data are gone for good',
    params: byId,
    answer: dataOf(clientDetails),
    errors: ['cabinet_not_failed'],
  }),
  downloadBackup: route({
    method: 'GET',
    path: '/admin/clients/:id/backups/:backup',
    access: staff('clients.export'),
    summary: 'The last backup of a deleted cabinet as a file, until its date',
    params: byBackup,
    answer: fileAnswer,
    mediaType: 'application/octet-stream',
    errors: ['backup_gone'],
  }),
  restoreBackup: route({
    method: 'POST',
    path: '/admin/clients/:id/backups/:backup/restore',
    access: staff('clients.write'),
    summary:
      'Make a deleted cabinet again from a backup; an archived client is blocked as before the deletion',
    params: byBackup,
    answer: dataOf(clientDetails),
    errors: ['backup_gone', 'cabinet_not_deleted', 'deleted'],
  }),
};
