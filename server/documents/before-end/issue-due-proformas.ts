import type { ClockGuard } from '#server/db/clock-guard.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { type AuditEntryInput, clientSubject, writeAuditEntries } from '#server/audit-log/audit-store.ts';
import { clientsById } from '#server/clients/client-store.ts';
import type { DocumentDeps } from '#server/documents/document-deps.ts';
import { type NewDocument, takeSerials } from '#server/documents/document-store.ts';
import { issueDocuments } from '#server/documents/issue-documents.ts';
import {
  documentNumber,
  isPayable,
  placeOf,
  proformaPaper,
  proformaValidDays,
} from '#server/documents/issue-proforma.ts';
import { documentMails } from '#server/documents/document-mails.ts';
import { composeContent } from '#server/documents/paper/compose-content.ts';
import { regimeOn } from '#server/documents/paper/tax.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { firstId, newId } from '#server/kernel/ids.ts';
import { addDays, localDay, startOfDay } from '#server/kernel/periods.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { remindersOf } from '#server/subscriptions/lifecycle/lifecycle-mails.ts';
import {
  type GeneralTerms,
  subscriptionOf,
  termsOf,
} from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { subscribedByIds, type SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import {
  clientsDue,
  type DueProforma,
  insertPeriodProformas,
  lockDueProformas,
} from './period-proforma-store.ts';

/** What proformas before the ends of periods need. */
type DueDeps = Omit<DocumentDeps, 'mail' | 'urlOf'> & {
  mail: Pick<MailService, 'writeAll'>;
  clockGuard: Pick<ClockGuard, 'require'>;
};

/** The number of ids that are in memory at once. */
const readAtOnce = 20_000;
const issuedAtOnce = 500;

/**
 * Issues proformas before ends that the balance can't cover (GROWTH section 16), once for each end. The reminder of the
 * same day names them; where none comes they are mailed. It may be killed and run again: a batch of clients is one
 * transaction. `beforeReminders`: only for clients whose lifecycle is due. Answers how many it issued.
 */
export async function issueDueProformas(
  deps: DueDeps,
  now: Date,
  { beforeReminders = false }: { beforeReminders?: boolean } = {},
): Promise<number> {
  const { db, settings, timeZone } = deps;
  const { proforma_days_before: days, ...chosen } = await settings.getAll([
    'proforma_days_before',
    'company_details',
    'read_only',
  ]);
  if (days === null || chosen.read_only || !isPayable(chosen.company_details)) return 0;
  const asked = { now, until: addDays(now, days, timeZone), onlyDue: beforeReminders };
  let issued = 0;
  for (let after = firstId; ;) {
    const ids = await clientsDue(db, { ...asked, after, limit: readAtOnce });
    for (let place = 0; place < ids.length; place += issuedAtOnce) {
      const some = { ...asked, ids: ids.slice(place, place + issuedAtOnce) };
      issued += await db.transaction().execute((tx) => issueBatch(deps, tx, some));
    }
    after = ids.at(-1) ?? after;
    if (ids.length < readAtOnce) return issued;
  }
}

async function issueBatch(
  deps: DueDeps,
  tx: Db,
  asked: Parameters<typeof lockDueProformas>[1],
): Promise<number> {
  const { now } = asked;
  await deps.clockGuard.require(tx);
  // One batch at a time, so that each sees what the one before has issued.
  await lockUntilCommit(tx, 'documents');
  const due = await lockDueProformas(tx, asked);
  if (due.length === 0) return 0;
  const ids = due.map(({ client_id }) => client_id);
  const clients = new Map((await clientsById(tx, ids)).map((client) => [client.id, client]));
  const rows = new Map((await subscribedByIds(tx, ids)).map((row) => [row.id, row]));
  const general = await generalTerms(deps, tx);
  const documentOf = await maker(deps, tx, due.length, now);
  const made = due.flatMap((one) => {
    const [client, row] = [clients.get(one.client_id), rows.get(one.client_id)];
    return client && row ? [{ ...one, client, row, document: documentOf(client, one) }] : [];
  });
  await issueDocuments(
    tx,
    now,
    made.map(({ document }) => document),
  );
  await insertPeriodProformas(
    tx,
    made.map(({ client_id, period_end, document }) => ({ client_id, period_end, document_id: document.id })),
  );
  await writeAuditEntries(
    tx,
    systemCaller(now, deps.defaultLocale),
    made.map(({ client, document }) => auditOf(client, document)),
  );
  await deps.mail.writeAll(
    tx,
    now,
    made.flatMap(({ client, row, document: { id, content } }) =>
      documentMails({ client, id, content }, { ...deps, isTold: isRemindedToday(row, general, now) }),
    ),
  );
  return made.length;
}

/** Makes documents with numbers that are taken at once. */
async function maker(deps: DueDeps, tx: Db, count: number, now: Date) {
  const { settings, timeZone, productName: product } = deps;
  const place = await placeOf(deps, tx);
  const { tax, document_prefixes } = await settings.getAll(['tax', 'document_prefixes'], tx);
  const issuedOn = localDay(now, timeZone);
  const year = Number(issuedOn.slice(0, 4));
  const valid = localDay(addDays(now, proformaValidDays, timeZone), timeZone);
  let serial = (await takeSerials(tx, { kind: 'proforma', year, count })) - 1;
  return (client: ClientRow, { amount, period_end }: DueProforma): NewDocument => {
    serial += 1;
    // One issued long ahead is to be paid by the end that it is for.
    const end = localDay(period_end, timeZone);
    const paper = proformaPaper({
      number: documentNumber(document_prefixes.proforma, year, serial),
      issuedOn,
      dueOn: end > valid ? end : valid,
      order: { client, amount, locale: client.locale },
      product,
      regime: regimeOn(tax, issuedOn),
    });
    const content = composeContent(paper, place);
    return { id: newId(now), serial, clientId: client.id, content, createdBy: null, createdAt: now };
  };
}

/** Whether a reminder that is still to come today will name it. */
function isRemindedToday(row: SubscribedRow, general: GeneralTerms, now: Date): boolean {
  const { timeZone } = general;
  const subscription = subscriptionOf(row);
  if (!subscription) return false;
  const tomorrow = startOfDay(localDay(addDays(now, 1, timeZone), timeZone), timeZone);
  const until = new Date(tomorrow.getTime() - 1);
  return (
    remindersOf(subscription, termsOf(row, general), { after: subscription.settledAt, until }).length > 0
  );
}

function auditOf(client: ClientRow, { content: { number, total } }: NewDocument): AuditEntryInput {
  return {
    action: 'client.proforma',
    ...clientSubject(client),
    changes: [
      { field: 'invoice', before: null, after: number },
      { field: 'amount', before: null, after: total },
    ],
  };
}
