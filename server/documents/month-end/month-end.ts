import type { Locale, Variant } from '#contract/kernel/variants.ts';
import { clientsById } from '#server/clients/client-store.ts';
import { variants } from '#contract/kernel/variants.ts';
import type { ClientRow, Db, TariffTexts } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { documentMails } from '#server/documents/document-mails.ts';
import type { DocumentDeps } from '#server/documents/document-deps.ts';
import { type NewDocument, takeSerials } from '#server/documents/document-store.ts';
import { issueDocuments } from '#server/documents/issue-documents.ts';
import { documentNumber, placeOf } from '#server/documents/issue-proforma.ts';
import {
  composeContent,
  type NewPaper,
  type PaperPlace,
  topUpLine,
} from '#server/documents/paper/compose-content.ts';
import type { DocumentContent, DocumentLine } from '#server/documents/paper/document-content.ts';
import { regimeOn } from '#server/documents/paper/tax.ts';
import { owesTax } from '#server/documents/vat/reverse-charge.ts';
import { validVatNumbers } from '#server/documents/vat/vat-check-store.ts';
import { newId } from '#server/kernel/ids.ts';
import { translate } from '#server/kernel/messages.ts';
import { addDays, localDay, startOfDay } from '#server/kernel/periods.ts';
import { storedSettings } from '#server/settings/settings-store.ts';
import {
  clientsToDocument,
  correctedDocuments,
  entriesToDocument,
  finishMonth,
  lastDocumentedMonth,
  noteDocumented,
  type Range,
  tariffTexts,
} from './month-end-store.ts';
import { monthAfter, previousMonth } from '#contract/money/month.ts';
import { type OpenEntry, type PlannedDocument, planDocuments, saleKey } from './plan-documents.ts';

/** What documents of a month need. */
type MonthEndDeps = Omit<DocumentDeps, 'mail'> & { mail: Pick<MailService, 'writeAll'> };

const clientsAtOnce = 500;

/**
 * A month's documents wait this long after its end: clocks of processes may differ by a minute to either side
 * (`db/clock-guard.ts`), and a transaction under way writes its lines when it commits.
 */
const lateMs = 5 * 60_000;

/** A stretch of the ledger and how its documents are made. */
interface Run {
  range: Range;
  /** A month's lines of a client are one document; else each payment is. */
  together: boolean;
  /** The day of all its documents. */
  issuedOn: string;
}

/**
 * Issues acts (ua) and invoices (lt), and credit notes for what was given back (GROWTH section 16): those of the months
 * that are over, or with the rhythm `payment` those of the payments that have come. It may be killed and run again: a
 * batch of clients is one transaction, and no line of the ledger comes into two documents. Answers how many it made.
 * `billedUntil`: how far the billing runs have come, null before the first. What they still have to charge for a month
 * belongs to its documents (decision 318).
 */
export async function issueDueDocuments(
  deps: MonthEndDeps,
  { now, billedUntil }: { now: Date; billedUntil: Date | null },
): Promise<number> {
  const { db, settings, timeZone } = deps;
  const { company_details: company, document_rhythm } = await settings.getAll([
    'company_details',
    'document_rhythm',
  ]);
  // Nobody sells: there is nothing to print at the head of a document.
  if (company.name === '') return 0;
  const [chosen] = await storedSettings(db, ['document_rhythm']);
  const since = chosen?.updated_at ?? new Date(0);
  const last = previousMonth(localDay(now, timeZone));
  if (document_rhythm === 'payment') {
    await finishMonth(db, last, { range: null, now });
    const range = { from: since, to: now };
    return issueAll(deps, { range, together: false, issuedOn: localDay(now, timeZone) }, now);
  }
  const done = await lastDocumentedMonth(db);
  // The months before the first run are in the operator's books already.
  if (!done) {
    await finishMonth(db, last, { range: null, now });
    return 0;
  }
  // A line that was written all the same after its month was finished.
  let made = done.range ? await issueMonth(deps, done.range, now) : 0;
  for (let month = monthAfter(done.month); month <= last; month = monthAfter(month)) {
    const from = startOfDay(`${month}-01`, timeZone);
    const to = startOfDay(`${monthAfter(month)}-01`, timeZone);
    if (!isSettled(to, { now, billedUntil })) break;
    const range = { from: since > from ? since : from, to };
    made += await issueMonth(deps, range, now);
    await finishMonth(db, month, { range, now });
  }
  return made;
}

/** Whether everything that belongs before this moment is written. */
function isSettled(end: Date, { now, billedUntil }: { now: Date; billedUntil: Date | null }): boolean {
  const settledAt = new Date(end.getTime() + lateMs);
  return now >= settledAt && billedUntil !== null && billedUntil >= settledAt;
}

/** One document a client for what was charged, dated the last day. */
function issueMonth(deps: MonthEndDeps, range: Range, now: Date): Promise<number> {
  const issuedOn = localDay(addDays(range.to, -1, deps.timeZone), deps.timeZone);
  return issueAll(deps, { range, together: true, issuedOn }, now);
}

async function issueAll(deps: MonthEndDeps, run: Run, now: Date): Promise<number> {
  const { range, together } = run;
  let made = 0;
  for (let after: string | null = null; ;) {
    const asked = { range, after, limit: clientsAtOnce, together };
    const batch = await deps.db.transaction().execute(async (tx) => {
      await lockUntilCommit(tx, 'documents');
      const clientIds = await clientsToDocument(tx, asked);
      return { last: clientIds.at(-1), made: await issueBatch(deps, tx, { ...run, clientIds, now }) };
    });
    if (batch.last === undefined) return made;
    made += batch.made;
    after = batch.last;
  }
}

/** The documents of some clients, with their numbers and emails. */
async function issueBatch(
  deps: MonthEndDeps,
  tx: Db,
  { range, together, issuedOn, clientIds, now }: Run & { clientIds: readonly string[]; now: Date },
): Promise<number> {
  if (clientIds.length === 0) return 0;
  const entries = await entriesToDocument(tx, { range, clientIds, together });
  const plan = planDocuments(entries, { together });
  const batch = await readBatch(deps, tx, { clientIds, issuedOn, plan: plan.documents, now });
  const documents = plan.documents.map((planned) =>
    documentOf(batch, planned, saleKey(planned, { together })),
  );
  await issueDocuments(tx, now, documents);
  await noteDocumented(tx, [
    ...plan.silent.map((id) => ({ ledger_entry_id: id, document_id: null })),
    ...plan.documents.flatMap(({ entries: said }, index) =>
      said.map(({ id }) => ({ ledger_entry_id: id, document_id: documents[index]?.id ?? null })),
    ),
  ]);
  await deps.mail.writeAll(
    tx,
    now,
    documents.flatMap((document) => mailOf(batch, document)),
  );
  return documents.length;
}

/** What the documents of a batch share, read once; their numbers are taken at once. */
async function readBatch(
  { settings, timeZone, variant, ...deps }: MonthEndDeps,
  tx: Db,
  { clientIds, issuedOn, plan, now }: BatchInput,
) {
  const clients = new Map((await clientsById(tx, clientIds)).map((client) => [client.id, client]));
  const { tax, document_prefixes: prefixes } = await settings.getAll(['tax', 'document_prefixes'], tx);
  const saleKind: 'act' | 'invoice' = variant === 'ua' ? 'act' : 'invoice';
  const year = Number(issuedOn.slice(0, 4));
  return {
    clients,
    prefixes,
    saleKind,
    year,
    issuedOn,
    now,
    timeZone,
    variant,
    place: await placeOf({ settings, variant, ...deps }, tx),
    regime: regimeOn(tax, issuedOn),
    valid: await validVatNumbers(
      tx,
      [...clients.values()].flatMap(({ vat_number }) => vat_number ?? []),
    ),
    tariffs: await tariffTexts(tx),
    corrected: await correctedDocuments(
      tx,
      plan.flatMap(({ corrects }) => (corrects && 'documentId' in corrects ? corrects.documentId : [])),
    ),
    nextSerial: await serialsFor(tx, year, { saleKind, plan }),
    /** Those that were made so far, which credit notes of the same batch correct. */
    sales: new Map<string, NewDocument>(),
  };
}
type Batch = Awaited<ReturnType<typeof readBatch>>;

interface BatchInput {
  clientIds: readonly string[];
  issuedOn: string;
  plan: readonly PlannedDocument[];
  now: Date;
}

function documentOf(batch: Batch, planned: PlannedDocument, key: string): NewDocument {
  const { place, prefixes, regime, variant, valid, year, issuedOn, now } = batch;
  const client = batch.clients.get(planned.clientId);
  if (!client) throw new Error(`a line of the ledger without its client ${planned.clientId}`);
  const kind = planned.kind === 'sale' ? batch.saleKind : 'credit_note';
  const serial = batch.nextSerial(kind);
  const locale = paperLocale(client, variant);
  const original = originalOf(planned, batch);
  const { timeZone, tariffs } = batch;
  const linePlace = { client, place, locale, timeZone, tariffs, isBack: kind === 'credit_note' };
  const paper: NewPaper = {
    kind,
    number: documentNumber(prefixes[kind], year, serial),
    issuedOn,
    dueOn: null,
    locale,
    client,
    lines: planned.entries.map((entry) => lineOf(entry, linePlace)),
    regime,
    isReversed: owesTax(client, { variant, valid }),
    corrects: original?.said ?? null,
  };
  const document = {
    id: newId(now),
    serial,
    clientId: client.id,
    content: composeContent(paper, place),
    correctsId: original?.id ?? null,
    createdBy: null,
    createdAt: now,
  };
  if (planned.kind === 'sale') batch.sales.set(key, document);
  return document;
}

/** Nothing for a client that has left the platform. */
function mailOf({ clients, timeZone }: Batch, { id, clientId, content }: NewDocument): NewMail[] {
  const client = clients.get(clientId);
  if (!client || client.deleted_at) return [];
  return documentMails({ client, id, content }, { timeZone });
}

/** One statement a kind, whatever the number of documents. */
async function serialsFor(
  tx: Db,
  year: number,
  { saleKind, plan }: { saleKind: 'act' | 'invoice'; plan: readonly PlannedDocument[] },
): Promise<(kind: 'act' | 'invoice' | 'credit_note') => number> {
  const next = new Map<string, number>();
  for (const [kind, planned] of [
    [saleKind, 'sale'],
    ['credit_note', 'credit_note'],
  ] as const) {
    const count = plan.filter((one) => one.kind === planned).length;
    if (count > 0) next.set(kind, await takeSerials(tx, { kind, year, count }));
  }
  return (kind) => {
    const serial = next.get(kind) ?? 0;
    next.set(kind, serial + 1);
    return serial;
  };
}

function originalOf(
  { corrects }: PlannedDocument,
  { corrected, sales }: Pick<Batch, 'corrected' | 'sales'>,
): { id: string; said: NonNullable<DocumentContent['corrects']> } | null {
  if (!corrects) return null;
  if ('documentId' in corrects) {
    const said = corrected.get(corrects.documentId);
    return said ? { id: corrects.documentId, said } : null;
  }
  const sale = sales.get(corrects.saleOf);
  return sale
    ? { id: sale.id, said: { number: sale.content.number, issued_on: sale.content.issued_on } }
    : null;
}

interface LinePlace {
  client: ClientRow;
  place: PaperPlace;
  locale: Locale;
  timeZone: string;
  tariffs: ReadonlyMap<string, TariffTexts>;
  isBack: boolean;
}

function lineOf(
  entry: OpenEntry,
  { client, place, locale, timeZone, tariffs, isBack }: LinePlace,
): DocumentLine {
  const { product } = place;
  const amount = Math.abs(entry.amount);
  const ofPayment = ['top_up', 'payout'];
  const isPayment = ofPayment.includes(entry.kind) || ofPayment.includes(entry.origin_kind ?? '');
  const sold = isPayment
    ? topUpLine(client, amount, { locale, product })
    : { title: chargeTitle(entry, { product, locale, tariffs }), quantity: 1, unit_price: amount, amount };
  return {
    ...sold,
    ...(isBack && { title: translate(locale, 'paper.back', { title: sold.title }) }),
    ...(entry.period_start &&
      entry.period_end && {
        period_start: localDay(entry.period_start, timeZone),
        // The last day within it: the period ends at the clock time of its beginning.
        period_end: localDay(addDays(entry.period_end, -1, timeZone), timeZone),
      }),
  };
}

function chargeTitle(
  { tariff_id }: OpenEntry,
  {
    product,
    locale,
    tariffs,
  }: { product: string; locale: Locale; tariffs: ReadonlyMap<string, TariffTexts> },
): string {
  const texts = tariff_id === null ? undefined : tariffs.get(tariff_id);
  const tariff = texts?.[locale]?.name ?? Object.values(texts ?? {})[0]?.name;
  if (!tariff) return translate(locale, 'paper.chargeOfNoTariff', { product });
  return translate(locale, 'paper.charge', { product, tariff });
}

/** Books are kept in the country's language; a buyer abroad reads its own. */
function paperLocale({ country_code, locale }: ClientRow, variant: Variant): Locale {
  const { country, defaultLocale } = variants[variant];
  return country_code === country ? defaultLocale : locale;
}
