import { type Named, numbersIn } from '#contract/money/numbers-in-text.ts';
import type { Suggestion } from '#contract/money/payment-matching.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { cluesOf, mayBeOf } from './client-clues.ts';
import { nameKey, soughtWords } from './name-key.ts';
import { type Evidence, type KnownClient, suggest, withoutRivals } from './suggest.ts';
import {
  clientsByAccounts,
  clientsByCodes,
  clientsByIdEnds,
  clientsByWords,
  documentsByKeys,
  type FoundDocument,
  openProformasDue,
  openProformasOf,
  proformasBySerials,
  unmatchedLines,
  unmatchedPayments,
} from './suggestion-store.ts';

export interface SuggestDeps {
  /** The installation's currency. */
  currency: string;
}

/** What a payment is judged by: of one that is there, or of a line that would be imported. */
type JudgedPayment = Pick<
  PaymentRow,
  'id' | 'amount' | 'currency' | 'value_date' | 'payer_name' | 'payer_code' | 'payer_account' | 'purpose'
>;

/** With more open proformas of one amount, the amount suggests nobody. */
const fewOfAnAmount = 3;
/** How many clients whose name has the same words are compared. */
const fewOfAName = 20;

/** Whose money these payments are, in their order: everything that is known is asked for all of them at once. */
export async function suggestForPayments(
  { currency }: SuggestDeps,
  db: Db,
  payments: readonly JudgedPayment[],
): Promise<Suggestion[][]> {
  const own = payments.filter((payment) => payment.currency === null || payment.currency === currency);
  const evidence = await gather(db, own);
  return payments.map((payment) => {
    const known = evidence.get(payment.id);
    return known ? suggest({ ...payment, isOwnCurrency: true }, known) : [];
  });
}

interface Asked {
  payment: JudgedPayment;
  named: Named;
  code: string | null;
}

async function gather(db: Db, payments: readonly JudgedPayment[]): Promise<Map<string, Evidence>> {
  const asked = payments.map((payment): Asked => {
    return { payment, named: namedIn(payment), code: tellingCode(payment.payer_code) };
  });
  const documents = byField(
    await documentsByKeys(db, unique(asked.flatMap(({ named }) => named.documents))),
    ({ number_key }) => number_key,
  );
  const halfNamed = byField(
    await proformasBySerials(db, uniqueSerials(asked)),
    ({ year, serial }) => `${year}-${serial}`,
  );
  const byIdEnd = await clientsByIdEnds(db, unique(asked.flatMap(({ named }) => named.clientIdEnds)));
  const byCode = await clientsByCodes(db, unique(asked.map(({ code }) => code)));
  const byAccount = await clientsByAccounts(db, unique(payments.map(({ payer_account }) => payer_account)));
  const clues = asked.map(({ payment, named, code }) => {
    const whole = unique(named.documents).flatMap((key) => documents.get(key) ?? []);
    const half = named.serials.flatMap(({ year, serial }) => halfNamed.get(`${year}-${serial}`) ?? []);
    return {
      payment,
      named: whole,
      halfNamed: half.filter(({ id }) => whole.every((one) => one.id !== id)),
      byPaymentCode: named.clientIdEnds.flatMap((end) => byIdEnd.get(end) ?? []),
      byPayerCode: code === null ? [] : telling(byCode.get(code)),
      byAccount: payment.payer_account === null ? [] : telling(byAccount.get(payment.payer_account)),
    };
  });
  const byName = await namesakes(
    db,
    clues.filter((clue) => !isToldBy(clue)).map(({ payment }) => payment),
  );
  const withNames = clues.map((clue) => {
    const key = nameKey(clue.payment.payer_name ?? '');
    return { ...clue, byName: isToldBy(clue) ? [] : (byName.get(key) ?? []) };
  });
  const open = await openFor(db, withNames);
  return new Map(
    withNames.map(({ payment, ...clue }): [string, Evidence] => [
      payment.id,
      { ...clue, open: open(payment, clue) },
    ]),
  );
}

/** What is named in its purpose. A number without a year may belong to the year of the payment or to the year before. */
export function namedIn({ value_date, purpose }: Pick<JudgedPayment, 'value_date' | 'purpose'>): Named {
  const year = Number(value_date.slice(0, 4));
  return numbersIn(purpose ?? '', [year, year - 1]);
}

/** A bank's own account or code, which many payments come with, tells nothing. */
function telling(clients: readonly KnownClient[] = []): readonly KnownClient[] {
  return clients.length > mostForOne ? [] : clients;
}

const mostForOne = 5;

type Clue = Omit<Evidence, 'open' | 'byName'>;

function isToldBy({ named, halfNamed, byPaymentCode, byPayerCode, byAccount }: Clue): boolean {
  return [named, halfNamed, byPaymentCode, byPayerCode, byAccount].some((found) => found.length > 0);
}

/** Clients by the key of their name, for payers about whom nothing else is known. */
async function namesakes(db: Db, payments: readonly JudgedPayment[]): Promise<Map<string, KnownClient[]>> {
  const pairs = new Map<string, readonly [string, string]>();
  for (const { payer_name } of payments) {
    const [one = '', other = one] = soughtWords(payer_name ?? '');
    if (one.length >= shortestWord) pairs.set(nameKey(payer_name ?? ''), [one, other]);
  }
  const found = await clientsByWords(db, { pairs, few: fewOfAName });
  return new Map(
    [...found].map(([key, clients]) => [key, clients.filter(({ name }) => nameKey(name) === key)]),
  );
}

/** Shorter ones are in too many names. */
const shortestWord = 3;

/** The open proformas that matter to a payment: those of its clients, and those of its amount when there are few. */
async function openFor(
  db: Db,
  clues: readonly (Clue & Pick<Evidence, 'byName'> & { payment: JudgedPayment })[],
): Promise<(payment: JudgedPayment, clue: Clue & Pick<Evidence, 'byName'>) => FoundDocument[]> {
  const clientsOf = ({ byPaymentCode, byPayerCode, byAccount, byName }: Clue & Pick<Evidence, 'byName'>) =>
    [...byPaymentCode, ...byPayerCode, ...byAccount, ...byName].map(({ id }) => id);
  const known = await openProformasOf(db, unique(clues.flatMap(clientsOf)));
  const alone = clues.filter((clue) => !isToldBy(clue) && clue.byName.length === 0);
  const due = await openProformasDue(db, {
    amounts: unique(alone.map(({ payment }) => payment.amount)),
    few: fewOfAnAmount,
  });
  const [ofClient, ofAmount] = [
    byField(known, ({ client }) => client.id),
    byField(due, (document) => String(document.due)),
  ];
  return (payment, clue) => {
    const own = unique(clientsOf(clue)).flatMap((id) => ofClient.get(id) ?? []);
    const same = isToldBy(clue) ? [] : (ofAmount.get(String(payment.amount)) ?? []);
    return own.length > 0 || same.length > fewOfAnAmount ? own : same;
  };
}

const atOnce = 1000;

/**
 * The waiting payments that may be a client's, the oldest first, each with what is suggested of this client alone. The
 * others are left out by a quick look, which changes nothing of what is suggested (docs/decisions/0314).
 */
export async function paymentsWaitingFor(
  deps: SuggestDeps,
  db: Db,
  clientId: string,
): Promise<SuggestedPayment[]> {
  const clues = await cluesOf(db, clientId, { few: fewOfAnAmount });
  if (!clues) return [];
  const ids = (await unmatchedLines(db)).filter((line) => mayBeOf(clues, line)).map(({ id }) => id);
  return suggestedOf(await waitingPayments(deps, db, { ids }), clientId);
}

/** Of payments with suggestions those that one client is suggested for, and only with these suggestions. */
export function suggestedOf(waiting: readonly SuggestedPayment[], clientId: string): SuggestedPayment[] {
  return waiting
    .map(({ payment, suggestions }) => ({
      payment,
      suggestions: suggestions.filter(({ client }) => client.id === clientId),
    }))
    .filter(({ suggestions }) => suggestions.length > 0);
}

interface SuggestedPayment {
  payment: PaymentRow;
  suggestions: Suggestion[];
}

/** The payments that wait for their client, all or some, the oldest first, judged together. */
export async function waitingPayments(
  deps: SuggestDeps,
  db: Db,
  { ids }: { ids?: readonly string[] } = {},
): Promise<SuggestedPayment[]> {
  const payments: PaymentRow[] = [];
  const suggestions: Suggestion[][] = [];
  for (let after: string | null = null; ;) {
    const some: PaymentRow[] = await unmatchedPayments(db, { ids, after, limit: atOnce });
    payments.push(...some);
    suggestions.push(...(await suggestForPayments(deps, db, some)));
    if (some.length < atOnce) break;
    after = some.at(-1)?.id ?? null;
  }
  const judged = withoutRivals(suggestions);
  return payments.map((payment, place) => ({ payment, suggestions: judged[place] ?? [] }));
}

/** How many of these lines, which are not there yet, would be certain, and for how many others somebody is suggested. */
export async function expectedMatches(
  deps: SuggestDeps,
  db: Db,
  lines: readonly JudgedPayment[],
): Promise<{ certain: number; suggested: number }> {
  const all: Suggestion[][] = [];
  for (let start = 0; start < lines.length; start += atOnce)
    all.push(...(await suggestForPayments(deps, db, lines.slice(start, start + atOnce))));
  const isCertain = (some: readonly Suggestion[]) => some.some(({ certainty }) => certainty === 'certain');
  const certain = withoutRivals(all).filter(isCertain).length;
  return { certain, suggested: all.filter(({ length }) => length > 0).length - certain };
}

/** What banks write where a payer has no code tells nothing. */
function tellingCode(code: string | null): string | null {
  return code === null || code.length < shortestCode || /^(.)\1*$/.test(code) ? null : code;
}

const shortestCode = 6;

function uniqueSerials(asked: readonly Asked[]): { year: number; serial: number }[] {
  const all = asked.flatMap(({ named }) => named.serials);
  return [...new Map(all.map((one) => [`${one.year}-${one.serial}`, one])).values()];
}

function unique<Value>(values: readonly (Value | null)[]): Value[] {
  return [...new Set(values.filter((value) => value !== null))];
}

function byField<Row>(rows: readonly Row[], of: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(of(row), [...(groups.get(of(row)) ?? []), row]);
  return groups;
}
