import type { TimelineRow } from '#contract/clients/timeline.ts';
import { emailStateOf } from '#contract/entities/email.ts';
import { blockByHand, idsInChanges } from '#contract/kernel/audit.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { auditRowsByIds } from '#server/audit-log/audit-store.ts';
import type { AuditRow, Db } from '#server/db/tables.ts';
import { type PresentedDocument, presentedDocuments } from '#server/documents/document-store.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { errorInWords } from '#server/mail/log/read-email.ts';
import { type ListedEmail, listedEmails } from '#server/mail/mail-store.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import { linesByIds, type PresentedLine } from '#server/wallet/ledger-store.ts';
import { kindOfAction } from './action-kinds.ts';
import { documentTimelineSource, namesOfPeople, timelineCsv, timelineSource } from './timeline-store.ts';

/** Everything that happened to a client, newest first (GROWTH section 19). */
export function timelineListing(db: Db, clientId: string): Listing<TimelineRow> {
  return listingOf(db, timelineSource(clientId));
}

/** What became of a document: its issue and its credit notes, the money for it, the emails about it, its end. */
export function documentTimelineListing(db: Db, documentId: string): Listing<TimelineRow> {
  return listingOf(db, documentTimelineSource(documentId));
}

function listingOf(db: Db, source: ListSource): Listing<TimelineRow> {
  return {
    name: 'timeline',
    source: () => source,
    // Ids are unique in the whole database, so each is found in one of the four tables.
    rows: async ({ locale }, ids) => {
      const [lines, documents, emails, entries] = await Promise.all([
        linesByIds(db, ids),
        ids.length === 0 ? [] : presentedDocuments(db, ids),
        listedEmails(db, ids),
        auditRowsByIds(db, ids),
      ]);
      const people = await namesOfPeople(db, [
        ...new Set(entries.flatMap(({ changes }) => idsInChanges(changes, 'users'))),
      ]);
      return inOrderOf(ids, [
        ...lines.map(ofLine),
        ...documents.map(ofDocument),
        ...emails.map((email) => ofEmail(email, locale)),
        ...entries.map((entry) => ofEntry(entry, people)),
      ]);
    },
    csv: timelineCsv,
  };
}

const nothing: TimelineRow['details'] = {
  amount: null,
  balance_after: null,
  service: null,
  status: null,
  email_kind: null,
  error: null,
  text: null,
  device: null,
  as_client: false,
  changes: [],
  subject_type: null,
  people: [],
};

function ofLine(line: PresentedLine): TimelineRow {
  const { id, kind, amount, balance_after, service, note, created_by, created_by_name, invoice } = line;
  const { document } = line;
  return {
    id,
    at: line.created_at.toISOString(),
    kind: 'money',
    verb: `ledger.${kind}`,
    ...by(created_by, created_by_name),
    title: invoice,
    details: { ...nothing, amount, balance_after, service, text: note },
    link: document && { type: 'document', id: document.id },
  };
}

function ofDocument(document: PresentedDocument): TimelineRow {
  const { id, kind, status, number, total, created_by, created_by_name } = document;
  return {
    id,
    at: document.created_at.toISOString(),
    kind: 'document',
    verb: `document.${kind}`,
    ...by(created_by, created_by_name),
    title: number,
    details: { ...nothing, amount: total, status },
    link: { type: 'document', id },
  };
}

/** A failed email that somebody has dealt with says so: it waits for nobody. */
function ofEmail(
  { id, created_at, kind, subject, status, error, dealt_with_at, only_logged }: ListedEmail,
  locale: Locale,
): TimelineRow {
  return {
    id,
    at: created_at.toISOString(),
    kind: 'email',
    verb: `email.${only_logged ? 'only_logged' : status}`,
    ...by(null, null),
    title: subject,
    details: {
      ...nothing,
      status: emailStateOf({ status, dealt_with_at }),
      email_kind: kind,
      error: error && errorInWords(locale, error),
    },
    link: { type: 'email', id },
  };
}

function ofEntry(entry: AuditRow, people: TimelineRow['details']['people']): TimelineRow {
  const { id, at, action, actor_kind, actor_id, actor_name, as_client, device, changes } = entry;
  const kind = kindOfAction(action) ?? 'change';
  const isNote = kind === 'note';
  const said = changes.find(({ field }) => field === 'text');
  return {
    id,
    at: at.toISOString(),
    kind,
    verb: verbOf(entry),
    actor_kind,
    person:
      actor_kind === 'staff' && actor_id !== null && actor_name !== null
        ? { id: actor_id, name: actor_name }
        : null,
    title: null,
    details: {
      ...nothing,
      text: isNote && typeof said?.after === 'string' ? said.after : null,
      device,
      as_client,
      subject_type: entry.subject_type,
      changes: isNote ? changes.filter(({ after }) => after === null) : changes,
      people: people.filter(({ id: one }) => idsInChanges(changes, 'users').includes(one)),
    },
    link: null,
  };
}

/** A block by hand and its end are changes like others in the audit log; here they have a verb of their own. */
function verbOf(entry: AuditRow): string {
  const byHand = blockByHand(entry);
  return byHand ? `client.${byHand}` : entry.action;
}

function by(id: string | null, name: string | null): Pick<TimelineRow, 'actor_kind' | 'person'> {
  if (id === null || name === null) return { actor_kind: 'system', person: null };
  return { actor_kind: 'staff', person: { id, name } };
}
