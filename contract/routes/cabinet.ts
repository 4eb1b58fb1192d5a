import * as z from 'zod';
import { dataOf, done, fileAnswer, listOf } from '../http/answers.ts';
import {
  cabinetSignInAnswer,
  cabinetState,
  domainResolvedInput,
  entitlements,
  logoutInput,
  reconciliation,
  repairAnswer,
  ticketAnswer,
  ticketInput,
  usageInput,
} from '../cabinets/cabinet.ts';
import { cabinetAddress, cabinetAddressInput } from '../cabinets/cabinet-address.ts';
import { cabinetHosts } from '../cabinets/cabinet-host.ts';
import { cabinetFinding, findingList } from '../entities/cabinet-finding.ts';
import { clientDetails } from '../clients/client-details.ts';
import { id } from '../kernel/primitives.ts';
import { anyone, cabinet, route, staff } from '../http/route.ts';
import { customerAddresses } from './customer-addresses.ts';

const byId = z.strictObject({ id });
const byBackup = z.strictObject({ id, backup: id });

/** Cabinets that differ, and what staff do with one: prefix `admin` (DESIGN sections 10.3, 10.5 and 10.7). */
export const cabinetApi = {
  retryCabinet: route({
    method: 'POST',
    path: '/admin/clients/:id/cabinet/retry',
    access: staff('clients.write'),
    summary: 'Try a failed creation again',
    params: byId,
    answer: dataOf(clientDetails),
    errors: ['cabinet_not_failed'],
  }),
  cabinetFindings: route({
    method: 'GET',
    path: '/admin/cabinets',
    access: staff('clients.read'),
    summary: 'Cabinets that differ from their wanted state, latest first',
    list: findingList,
    answer: listOf(cabinetFinding),
  }),
  reconciliation: route({
    method: 'GET',
    path: '/admin/cabinets/comparison',
    access: staff('clients.read'),
    summary: 'When all cabinets were last compared with their wanted state',
    answer: dataOf(reconciliation),
  }),
  cabinetHosts: route({
    method: 'GET',
    path: '/admin/cabinets/hosts',
    access: staff('settings.read'),
    summary: 'The hosts of cabinets, where there are several: what they hold, and whether they answer',
    answer: dataOf(cabinetHosts),
  }),
  repairCabinet: route({
    method: 'POST',
    path: '/admin/cabinets/:id/repair',
    access: staff('clients.write'),
    summary: 'Repair a cabinet; waits some seconds for the result',
    params: byId,
    answer: dataOf(repairAnswer),
    errors: ['above_own_permissions'],
  }),
  removeClientDomain: route({
    method: 'DELETE',
    path: '/admin/clients/:id/domain',
    access: staff('clients.write'),
    summary: "Take away a client's own domain: the platform's address holds at once",
    params: byId,
    answer: dataOf(clientDetails),
    errors: ['not_found'],
  }),
  giveUpCabinet: route({
    method: 'POST',
    path: '/admin/clients/:id/cabinet/give-up',
    access: staff('clients.write'),
    summary: 'Undo a failed creation: destroy what was made; it can be made again',
    params: byId,
    answer: dataOf(clientDetails),
    errors: ['cabinet_not_failed'],
  }),
  deleteWithoutBackup: route({
    method: 'POST',
    path: '/admin/clients/:id/cabinet/delete-without-backup',
    access: staff('clients.delete'),
    summary: 'Continue a deletion whose last backup could not be made; the data are lost for good',
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

/** A customer's own cabinet: prefix `cabinet`. */
export const ownCabinetApi = {
  cabinetStatus: route({
    ...customerAddresses.cabinetStatus,
    summary: "How far one's cabinet is",
    answer: dataOf(cabinetState),
  }),
  cabinetAddress: route({
    ...customerAddresses.cabinetAddress,
    summary: "The address that one's cabinet will have, while it isn't made",
    answer: dataOf(cabinetAddress),
    errors: ['address_settled'],
  }),
  chooseCabinetAddress: route({
    ...customerAddresses.chooseCabinetAddress,
    summary: "Choose the name in the cabinet's address before it is made",
    body: cabinetAddressInput,
    answer: dataOf(cabinetAddress),
    errors: ['address_settled', 'too_many_requests'],
  }),
  domainResolved: route({
    ...customerAddresses.domainResolved,
    summary: 'The browser got an answer from the cabinet; the server checks for itself',
    body: domainResolvedInput,
    answer: dataOf(cabinetState),
  }),
  retryCabinet: route({
    ...customerAddresses.retryCabinet,
    summary: 'Try a failed creation again',
    answer: dataOf(cabinetState),
    errors: ['cabinet_not_failed'],
  }),
  enterCabinet: route({
    ...customerAddresses.enterCabinet,
    summary: 'A one-time ticket into the own cabinet, good for a minute',
    answer: dataOf(cabinetSignInAnswer),
    errors: ['cabinet_not_active'],
  }),
};

/** What a proxy asks before it gets a certificate for a name (GROWTH section 20, "One server with a domain"). */
export const tlsApi = {
  tlsAllowed: route({
    method: 'GET',
    path: '/tls-allowed',
    access: anyone,
    summary: "Whether a name is the platform's or a cabinet's: 200, else 404",
    query: z.strictObject({ domain: z.string().trim().toLowerCase().min(1).max(253) }),
    answer: done,
    errors: ['not_found', 'too_many_requests'],
  }),
};

/** Routes for cabinets, signed with their keys (`docs/cabinet-protocol.md`). */
export const cabinetProtocolApi = {
  redeemTicket: route({
    method: 'POST',
    path: '/cabinet-api/tickets',
    access: cabinet,
    summary: 'Redeem a ticket: whom it signs in, once',
    body: ticketInput,
    answer: dataOf(ticketAnswer),
    errors: ['link_invalid'],
  }),
  entitlements: route({
    method: 'GET',
    path: '/cabinet-api/entitlements',
    access: cabinet,
    summary: 'What the tariff includes, and what a cabinet may show about its client',
    answer: dataOf(entitlements),
  }),
  cabinetLogout: route({
    method: 'POST',
    path: '/cabinet-api/logout',
    access: cabinet,
    summary: 'Signing out of the cabinet signs the person out of the platform session behind it',
    body: logoutInput,
    answer: done,
  }),
  reportUsage: route({
    method: 'POST',
    path: '/cabinet-api/usage',
    access: cabinet,
    summary: 'Turnover of the month, goods, cash-register points and last visit',
    body: usageInput,
    answer: done,
  }),
};
