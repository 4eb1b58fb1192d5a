import type { SettingValue } from '#contract/company/settings.ts';
import { variants, type Variant } from '#contract/kernel/variants.ts';
import { clientsById } from '#server/clients/client-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import {
  insertDocuments,
  type NewDocument,
  setDocumentState,
  takeSerials,
} from '#server/documents/document-store.ts';
import { documentNumber } from '#server/documents/issue-proforma.ts';
import { composeContent, type PaperPlace, topUpLine } from '#server/documents/paper/compose-content.ts';
import type { DocumentContent } from '#server/documents/paper/document-content.ts';
import { regimeOn } from '#server/documents/paper/tax.ts';
import { newId } from '#server/kernel/ids.ts';
import { addDays, localDay } from '#server/kernel/periods.ts';
import { day, hour, later } from './calendar.ts';
import type { DemoClient } from './clients.ts';
import type { Random } from './random.ts';
import type { DemoStaff } from './staff.ts';

type Entry = DemoClient['wallet']['entries'][number];

/** A proforma that waits for its money. */
export interface OpenProforma {
  client: ClientRow;
  content: DocumentContent;
}

interface Options {
  random: Random;
  now: Date;
  timeZone: string;
  variant: Variant;
  staff: DemoStaff;
  product: string;
  prefix: string;
  company: SettingValue<'company_details'>;
  supportPhone: string;
  supportEmail: string;
}

/** A proforma to write, and the top-up that paid it. */
interface Order {
  client: ClientRow;
  amount: number;
  issuedAt: Date;
  paidBy: Entry | null;
}

const validDays = 14;

/**
 * Writes the proformas that the bank transfers of the past paid, and those that wait now. The top-ups are given the
 * numbers: they are not yet in the ledger. Answers the open ones.
 */
export async function insertProformas(
  tx: Db,
  clients: readonly DemoClient[],
  options: Options,
): Promise<OpenProforma[]> {
  const ids = clients.map(({ row }) => row.id);
  const rows = new Map((await clientsById(tx, ids)).map((row) => [row.id, row]));
  const orders = clients
    .flatMap((client) => ordersOf(client, rows.get(client.row.id), options))
    .sort((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime());
  const place = placeOf(options);
  const open: OpenProforma[] = [];
  const written: { document: NewDocument; order: Order }[] = [];
  for (const [year, ofYear] of Map.groupBy(orders, ({ issuedAt }) => yearOf(issuedAt, options))) {
    const first = await takeSerials(tx, { kind: 'proforma', year, count: ofYear.length });
    for (const [index, order] of ofYear.entries())
      written.push({
        document: documentOf(order, { ...options, place, year, serial: first + index }),
        order,
      });
  }
  for (let from = 0; from < written.length; from += 500)
    await insertDocuments(
      tx,
      written.slice(from, from + 500).map(({ document }) => document),
    );
  for (const { document, order } of written) {
    const { content } = document;
    const { paidBy, client } = order;
    if (paidBy) {
      paidBy.invoice = content.number;
      paidBy.year = Number(content.issued_on.slice(0, 4));
      const paid_at = new Date(paidBy.created_at);
      await setDocumentState(tx, document.id, { status: 'paid', paid_amount: order.amount, paid_at });
    } else if (content.due_on !== null && content.due_on < localDay(options.now, options.timeZone))
      await setDocumentState(tx, document.id, { status: 'expired', paid_amount: 0, paid_at: null });
    else open.push({ client, content });
  }
  return open;
}

function ordersOf(
  { row, situation, timeline, wallet }: DemoClient,
  client: ClientRow | undefined,
  { random, now }: Options,
): Order[] {
  if (!client || !timeline.readyAt) return [];
  const { readyAt } = timeline;
  const reversed = new Set(wallet.entries.map(({ reverses_id }) => reverses_id));
  const paid = wallet.entries
    .filter(({ id, kind, service }) => kind === 'top_up' && service === 'non_cash' && !reversed.has(id))
    .map((entry) => {
      const asked = later(new Date(entry.created_at), -random.between(0.3, 5) * day);
      const issuedAt = new Date(Math.max(asked.getTime(), readyAt.getTime()));
      return { client, amount: entry.amount, issuedAt, paidBy: entry };
    });
  if (row.deleted_at) return paid;
  const missing = wallet.entries.findLast(({ kind }) => kind === 'charge')?.amount;
  const days = waitingSince[situation];
  if (!missing || !days || !random.chance(0.6)) return paid;
  const issuedAt = later(now, -random.between(hour / day, days) * day);
  return [...paid, { client, amount: -missing, issuedAt, paidBy: null }];
}

/** Up to how many days ago a client of a situation asked for what it has not paid. */
const waitingSince: Partial<Record<DemoClient['situation'], number>> = {
  grace: 6,
  blocked: 30,
  archived: 60,
};

function documentOf(
  { client, amount, issuedAt }: Order,
  {
    random,
    timeZone,
    staff,
    prefix,
    place,
    year,
    serial,
  }: Options & { place: PaperPlace; year: number; serial: number },
): NewDocument {
  const { locale } = client;
  const issuedOn = localDay(issuedAt, timeZone);
  return {
    id: newId(issuedAt),
    serial,
    clientId: client.id,
    content: composeContent(
      {
        kind: 'proforma',
        number: documentNumber(prefix, year, serial),
        issuedOn,
        dueOn: localDay(addDays(issuedAt, validDays, timeZone), timeZone),
        locale,
        client,
        lines: [topUpLine(client, amount, { locale, product: place.product })],
        regime: regimeOn([], issuedOn),
      },
      place,
    ),
    createdBy: random.chance(0.3) ? random.pick(staff.cashiers).id : null,
    createdAt: issuedAt,
  };
}

function placeOf({ variant, product, company, supportPhone, supportEmail }: Options): PaperPlace {
  return { variant, currency: variants[variant].currency, product, company, supportPhone, supportEmail };
}

function yearOf(moment: Date, { timeZone }: Options): number {
  return Number(localDay(moment, timeZone).slice(0, 4));
}
