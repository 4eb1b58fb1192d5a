import * as z from 'zod';
import { auditList } from './audit-entry.ts';
import { bankStatementList } from './bank-statement.ts';
import { findingList } from './cabinet-finding.ts';
import { clientList } from './client.ts';
import { documentList } from './document.ts';
import { emailList, failedEmails } from './email.ts';
import { allLedgerList } from './ledger-entry.ts';
import { type ListSpec, printListQuery } from '../kernel/list-query.ts';
import { offerList } from './offer.ts';
import { partnerList } from './partner.ts';
import { paymentList } from './payment.ts';
import { paymentNoticeList } from './payment-notice.ts';
import type { Permission } from '../kernel/permissions.ts';
import { id, line, moment } from '../kernel/primitives.ts';
import { promoCodeList } from './promo-code.ts';
import { tariffList } from './tariff.ts';
import { userList } from './user.ts';

/** The lists with saved views, and the permission to see each. */
export const viewedLists = {
  tariffs: { spec: tariffList, permission: 'tariffs.read' },
  clients: { spec: clientList, permission: 'clients.read' },
  cabinets: { spec: findingList, permission: 'clients.read' },
  emails: { spec: emailList, permission: 'settings.read' },
  users: { spec: userList, permission: 'users.read' },
  partners: { spec: partnerList, permission: 'settings.read' },
  promo_codes: { spec: promoCodeList, permission: 'settings.read' },
  offer: { spec: offerList, permission: 'settings.read' },
  documents: { spec: documentList, permission: 'payments.read' },
  payments: { spec: paymentList, permission: 'payments.read' },
  ledger: { spec: allLedgerList, permission: 'payments.read' },
  bank_statements: { spec: bankStatementList, permission: 'payments.read' },
  payment_notices: { spec: paymentNoticeList, permission: 'payments.read' },
  audit: { spec: auditList, permission: 'audit.read' },
} as const satisfies Record<string, { spec: ListSpec; permission: Permission }>;
export type ViewedList = keyof typeof viewedLists;
const lists = Object.keys(viewedLists) as [ViewedList, ...ViewedList[]]; // `keys` loses the type

/** How often a view can be emailed. */
const viewMails = ['weekly'] as const;
export type ViewMail = (typeof viewMails)[number];

export const viewLimits = {
  name: { max: 60 },
  search: { max: 4000 },
  columns: { min: 1, max: 100 },
  /** The most views of one person. */
  count: { max: 100 },
} as const;

/**
 * A saved view (DESIGN section 10.12): the list's state as in its address, without the page, and the visible columns
 * in order; null leaves the columns to the person who opens it.
 */
export const savedView = z.object({
  id: z.string(),
  resource: z.enum(lists),
  name: z.string(),
  search: z.string(),
  columns: z.array(z.string()).nullable(),
  shared: z.boolean(),
  /** Whether the caller is emailed it every Monday. */
  mail: z.enum(viewMails).nullable(),
  /** One that everybody has, in the reader's language. */
  built_in: z.boolean(),
  /** Null for a built-in one. */
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  is_own: z.boolean(),
  /** Whether the caller may rename, change, share or delete it. */
  may_change: z.boolean(),
  created_at: moment,
  updated_at: moment,
});
export type SavedView = z.infer<typeof savedView>;

const idOfBuiltIn = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Where failed emails are dealt with. */
export const failedEmailsView = idOfBuiltIn(6);

/** The reader's own clients. */
export const ownClientsView = idOfBuiltIn(4);

/** The views that everybody has (GROWTH section 19). Their ranges stay relative; `search` gets the reader's id. */
export const builtInViews = [
  {
    id: idOfBuiltIn(1),
    resource: 'clients',
    key: 'trials_ending',
    search: () => 'sort[trialEnds]=asc&filter[status][eq]=trial&filter[trialEnds][eq]=next:7d',
  },
  {
    id: idOfBuiltIn(2),
    resource: 'clients',
    key: 'payment_due',
    search: () => 'sort[trialEnds]=asc&filter[status][eq]=grace',
  },
  { id: idOfBuiltIn(3), resource: 'clients', key: 'blocked', search: () => 'filter[status][eq]=blocked' },
  {
    id: ownClientsView,
    resource: 'clients',
    key: 'mine',
    search: (userId: string) => `filter[manager_id][eq]=${userId}`,
  },
  {
    id: idOfBuiltIn(5),
    resource: 'clients',
    key: 'deleted',
    search: () => 'sort[deleted_at]=desc&only_trashed=1',
  },
  {
    id: failedEmailsView,
    resource: 'emails',
    key: 'failed',
    search: () => String(printListQuery(failedEmails)),
    // Why an email failed is what one opens them for.
    columns: ['subject', 'error', 'to', 'client_name', 'created_at'],
  },
  {
    id: idOfBuiltIn(7),
    resource: 'documents',
    key: 'unpaid',
    // The overdue ones first.
    search: () => 'sort[due_on]=asc&filter[status][in]=open&filter[client_deleted][eq]=false',
  },
  {
    id: idOfBuiltIn(9),
    resource: 'documents',
    key: 'overdue',
    search: () =>
      'sort[due_on]=asc&filter[status][in]=open&filter[client_deleted][eq]=false&filter[due_on][eq]=before:today',
  },
  {
    id: idOfBuiltIn(8),
    resource: 'documents',
    key: 'expired',
    search: () => 'sort[due_on]=desc&filter[status][in]=expired&filter[client_deleted][eq]=false',
  },
  {
    id: idOfBuiltIn(10),
    resource: 'payments',
    key: 'unmatched',
    // The ones that wait longest first.
    search: () => 'sort[value_date]=asc&filter[status][in]=unmatched',
  },
  {
    id: idOfBuiltIn(11),
    resource: 'payments',
    key: 'this_month',
    search: () => 'sort[value_date]=desc&filter[value_date][eq]=this:month',
  },
  {
    id: idOfBuiltIn(12),
    resource: 'payments',
    key: 'refunded',
    search: () => 'sort[value_date]=desc&filter[refunded][gte]=1',
    columns: ['value_date', 'amount', 'refunded', 'status', 'client_name', 'document_number'],
  },
  {
    id: idOfBuiltIn(13),
    resource: 'payments',
    key: 'unsuccessful',
    search: () => 'sort[value_date]=desc&filter[status][in]=failed',
    // Why one failed is what one opens them for.
    columns: ['value_date', 'amount', 'method', 'client_name', 'reason'],
  },
  {
    id: idOfBuiltIn(21),
    resource: 'promo_codes',
    key: 'usable',
    search: () => 'filter[state][in]=active',
  },
  {
    id: idOfBuiltIn(22),
    resource: 'promo_codes',
    key: 'not_yet',
    search: () => 'sort[valid_from]=asc&filter[state][in]=not_yet',
  },
  {
    id: idOfBuiltIn(23),
    resource: 'promo_codes',
    key: 'ended',
    search: () => 'filter[state][in]=expired,used_up',
  },
  { id: idOfBuiltIn(27), resource: 'users', key: 'invited', search: () => 'filter[invited][eq]=true' },
  { id: idOfBuiltIn(28), resource: 'users', key: 'with_deleted', search: () => 'with_trashed=1' },
  {
    id: idOfBuiltIn(29),
    resource: 'users',
    key: 'deleted',
    search: () => 'sort[deleted_at]=desc&only_trashed=1',
  },
  // Sign-ins are most of the log, and seldom what one looks for.
  { id: idOfBuiltIn(24), resource: 'audit', key: 'changes', search: () => 'filter[kind][in]=change' },
  {
    id: idOfBuiltIn(25),
    resource: 'audit',
    key: 'by_staff',
    search: () => 'filter[kind][in]=change&filter[actor_kind][in]=staff',
  },
  { id: idOfBuiltIn(26), resource: 'audit', key: 'sign_ins', search: () => 'filter[kind][in]=security' },
] as const satisfies readonly BuiltInView[];

/** `columns`: those that the view is about; left to the person who opens it otherwise. */
interface BuiltInView {
  id: string;
  resource: ViewedList;
  key: string;
  search: (userId: string) => string;
  columns?: readonly string[];
}

const fields = {
  name: line(viewLimits.name),
  /** Checked against the list's own grammar. */
  search: z.string().max(viewLimits.search.max),
  columns: z
    .array(z.string().regex(/^(custom\.)?\w{1,60}$/, { error: 'validation.notAllowed' }))
    .min(viewLimits.columns.min)
    .max(viewLimits.columns.max)
    .nullable(),
  shared: z.boolean(),
  /** For the caller alone. */
  mail: z.enum(viewMails).nullable(),
};

/** `GET admin/views` */
export const savedViewQuery = z.strictObject({ resource: z.enum(lists).optional() });

/** `POST admin/views` */
export const savedViewInput = z.strictObject({
  resource: z.enum(lists),
  name: fields.name,
  search: fields.search,
  columns: fields.columns.optional(),
  shared: fields.shared.optional(),
  mail: fields.mail.optional(),
});
export type SavedViewInput = z.infer<typeof savedViewInput>;

/** `PUT admin/views/{id}`: absent fields stay as they are. */
export const savedViewChanges = z.strictObject(fields).partial().extend({ updated_at: moment.optional() });
export type SavedViewChanges = z.infer<typeof savedViewChanges>;

export const savedViewParams = z.strictObject({ id });
