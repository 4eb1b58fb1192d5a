import * as z from 'zod';
import { dataOf, done, listOf } from '../http/answers.ts';
import { auditEntry, auditList } from '../entities/audit-entry.ts';
import { mailSent } from '../accounts/auth.ts';
import { cabinetSignInAnswer } from '../cabinets/cabinet.ts';
import { client, clientChanges, clientInput, clientList, clientRemoval } from '../entities/client.ts';
import { clientDetails } from '../clients/client-details.ts';
import { clientSettings, clientSettingsInput } from '../clients/client-settings.ts';
import { erasureInput, mentions } from '../clients/erasure.ts';
import { clientSignInInput } from '../cabinets/cabinet.ts';
import {
  clientImportCheck,
  clientImportChecked,
  clientImportDone,
  clientImportInput,
  clientImportLimits,
} from '../clients/client-import.ts';
import { id } from '../kernel/primitives.ts';
import { route, staff } from '../http/route.ts';

const byId = z.strictObject({ id });

/** Clients as staff see and change them: prefix `admin/clients` (API.md). */
export const clientApi = {
  clients: route({
    method: 'GET',
    path: '/admin/clients',
    access: staff('clients.read'),
    summary: 'Clients, newest first',
    list: clientList,
    answer: listOf(client),
  }),
  client: route({
    method: 'GET',
    path: '/admin/clients/:id',
    access: staff('clients.read'),
    summary: 'One client, with how its cabinet was made',
    params: byId,
    answer: dataOf(clientDetails),
  }),
  signInAsClient: route({
    method: 'POST',
    path: '/admin/clients/:id/sign-in',
    access: staff('clients.impersonate', { readOnlyMay: true }),
    summary: "A one-time ticket into a client's cabinet, with a reason; read-only staff only look",
    params: byId,
    body: clientSignInInput,
    answer: dataOf(cabinetSignInAnswer),
    errors: ['cabinet_not_active', 'read_only'],
  }),
  createClient: route({
    method: 'POST',
    path: '/admin/clients',
    access: staff('clients.write'),
    summary: 'Create a client; its cabinet is made at once, the invitation sets the password',
    body: clientInput,
    answer: dataOf(clientDetails),
    status: 201,
    errors: ['email_taken', 'phone_taken'],
  }),
  checkClientImport: route({
    method: 'POST',
    path: '/admin/clients/imports/check',
    access: staff('clients.write'),
    summary:
      'Look whether clients could be imported; 422 names every bad cell as rows.N.FIELD, nothing is written',
    bodyBytes: clientImportLimits.bodyBytes,
    textBySchema: 'rows',
    body: clientImportCheck,
    answer: dataOf(clientImportChecked),
  }),
  importClients: route({
    method: 'POST',
    path: '/admin/clients/imports',
    access: staff('clients.write'),
    summary: 'Create clients, all of them or none; their cabinets are made afterwards',
    bodyBytes: clientImportLimits.bodyBytes,
    textBySchema: 'rows',
    idempotent: true,
    body: clientImportInput,
    answer: dataOf(clientImportDone),
    status: 201,
    errors: ['email_taken', 'phone_taken', 'idempotency_mismatch'],
  }),
  changeClient: route({
    method: 'PUT',
    path: '/admin/clients/:id',
    access: staff('clients.write'),
    summary: 'Change any editable field; `status` blocks, with a `reason`, or unblocks by hand',
    params: byId,
    body: clientChanges,
    answer: dataOf(clientDetails),
    errors: ['deleted', 'stale', 'email_taken', 'phone_taken', 'not_blockable'],
  }),
  deleteClient: route({
    method: 'DELETE',
    path: '/admin/clients/:id/delete',
    access: staff('clients.delete'),
    summary: 'Delete softly: sessions end, the cabinet is suspended, its database kept',
    params: byId,
    body: clientRemoval,
    bodyOptional: true,
    answer: done,
    errors: ['deleted'],
  }),
  restoreClient: route({
    method: 'POST',
    path: '/admin/clients/:id/restore',
    access: staff('clients.delete'),
    summary: 'Undo a deletion; the period is extended by the time spent deleted',
    params: byId,
    answer: dataOf(clientDetails),
    errors: ['not_deleted', 'erased', 'email_taken', 'phone_taken'],
  }),
  mentions: route({
    method: 'GET',
    path: '/admin/clients/:id/mentions',
    access: staff('clients.erase'),
    summary:
      'Other clients whose notes have an address or a phone of this one, which an erasure leaves there',
    params: byId,
    answer: dataOf(mentions),
  }),
  eraseClient: route({
    method: 'POST',
    path: '/admin/clients/:id/erase',
    access: staff('clients.erase'),
    sensitive: true,
    summary:
      'Erase the personal data for good, with the cabinet and its backups; ledger and documents stay as the law asks',
    params: byId,
    body: erasureInput,
    answer: dataOf(clientDetails),
    errors: ['erased'],
  }),
  inviteClient: route({
    method: 'POST',
    path: '/admin/clients/:id/invitation',
    access: staff('clients.write'),
    summary: 'Send a client who has not joined the invitation, or the confirmation again; once per interval',
    params: byId,
    answer: mailSent,
    errors: ['deleted', 'already_confirmed', 'sent_recently'],
  }),
  clientSettings: route({
    method: 'GET',
    path: '/admin/clients/:id/settings',
    access: staff('clients.read'),
    summary: "The client's cabinet time settings, and what holds",
    params: byId,
    answer: dataOf(clientSettings),
  }),
  changeClientSettings: route({
    method: 'POST',
    path: '/admin/clients/:id/settings',
    access: staff('clients.write'),
    summary: 'Set the cabinet times of one client; null means the general setting',
    params: byId,
    body: clientSettingsInput,
    answer: dataOf(clientSettings),
    errors: ['deleted'],
  }),
  clientActivity: route({
    method: 'GET',
    path: '/admin/clients/:id/activity',
    access: staff('clients.read'),
    summary: 'Who did what to a client, newest first',
    params: byId,
    list: auditList,
    answer: listOf(auditEntry),
  }),
};
