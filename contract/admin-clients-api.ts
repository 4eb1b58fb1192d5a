import * as z from 'zod';
import { dataOf, done, listOf } from './answers.ts';
import { auditEntry, auditList } from './audit.ts';
import {
  clientImportCheck,
  clientImportChecked,
  clientImportDone,
  clientImportInput,
  clientImportLimits,
} from './client-import.ts';
import { mailSent } from './auth.ts';
import { clientChanges, clientDetails, clientInput, clientSettings, clientSettingsInput } from './client.ts';
import { id } from './primitives.ts';
import { route, staff } from './route.ts';
import type { Variant } from './variants.ts';

const byId = z.strictObject({ id });

/** What changes clients: prefix `admin/clients` (API.md). */
export function adminClientsApi(variant: Variant) {
  return {
    createClient: route({
      method: 'POST',
      path: '/admin/clients',
      access: staff('clients.write'),
      summary: 'Create a client; its cabinet is made at once, the invitation sets the password',
      body: clientInput(variant),
      answer: dataOf(clientDetails),
      status: 201,
      errors: ['email_taken', 'phone_taken'],
    }),
    checkClientImport: route({
      method: 'POST',
      path: '/admin/clients/imports/check',
      access: staff('clients.write'),
      summary:
        'Look whether clients could be imported; 422 names each cell as rows.N.FIELD, nothing is written',
      bodyBytes: clientImportLimits.bodyBytes,
      body: clientImportCheck(variant),
      answer: dataOf(clientImportChecked),
    }),
    importClients: route({
      method: 'POST',
      path: '/admin/clients/imports',
      access: staff('clients.write'),
      summary: 'Create clients, all of them or none; their cabinets are made afterwards',
      bodyBytes: clientImportLimits.bodyBytes,
      idempotent: true,
      body: clientImportInput(variant),
      answer: dataOf(clientImportDone),
      status: 201,
      errors: ['email_taken', 'phone_taken', 'idempotency_mismatch'],
    }),
    changeClient: route({
      method: 'PUT',
      path: '/admin/clients/:id',
      access: staff('clients.write'),
      summary: 'Change any editable field; `status` blocks or unblocks by hand',
      params: byId,
      body: clientChanges(variant),
      answer: dataOf(clientDetails),
      errors: ['deleted', 'stale', 'email_taken', 'phone_taken'],
    }),
    deleteClient: route({
      method: 'DELETE',
      path: '/admin/clients/:id/delete',
      access: staff('clients.delete'),
      summary: 'Delete softly: sessions end, the cabinet is suspended, its database kept',
      params: byId,
      answer: done,
      errors: ['deleted'],
    }),
    restoreClient: route({
      method: 'POST',
      path: '/admin/clients/:id/restore',
      access: staff('clients.delete'),
      summary: 'Undo a deletion; the period goes on by the time spent deleted',
      params: byId,
      answer: dataOf(clientDetails),
      errors: ['not_deleted', 'email_taken', 'phone_taken'],
    }),
    inviteClient: route({
      method: 'POST',
      path: '/admin/clients/:id/invitation',
      access: staff('clients.write'),
      summary: 'Send who has not come in the invitation, or the confirmation again; once per interval',
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
      summary: 'Set cabinet times of one client; null takes the general setting',
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
}
