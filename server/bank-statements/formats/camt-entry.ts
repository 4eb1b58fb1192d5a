import { amountOf, dayOf } from './written-values.ts';
import type { LineReader } from './statement-line.ts';

/** An element as fast-xml-parser gives it: a text, several of them, or children by name. */
export type Node = string | Node[] | { [name: string]: Node };

/** The account that a statement is of, written in any way of ISO 20022. */
export function ownAccount(head: Node): string | null {
  return accountOf(at(head, 'Acct'));
}

/** One entry as lines: each payment of a batch is one of its own, with the entry's day and direction. */
export function addEntry(reader: LineReader, number: number, entry: Node, account: string | null): void {
  const status = textOf(at(entry, 'Sts', 'Cd')) ?? textOf(at(entry, 'Sts'));
  // What is only announced is not there yet.
  if (status !== null && status !== 'BOOK') return;
  const date = dayIn(at(entry, 'ValDt')) ?? dayIn(at(entry, 'BookgDt'));
  if (date === null) return reader.refuse(number, 'date', { key: 'validation.statementDate' });
  const payments = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
  const [first = entry] = payments;
  // A batch whose payments don't say how much each was, or don't add up to it, stays one line.
  const isBatch = payments.length > 1 && sumOf(payments) === amountOf(textOf(at(entry, 'Amt')) ?? '', '.');
  for (const payment of isBatch ? payments : [first]) {
    const amountNode = isBatch ? paymentAmount(payment) : at(entry, 'Amt');
    const written = textOf(amountNode) ?? '';
    const amount = amountOf(written, '.');
    const currency = textOf(at(amountNode, '@Ccy')) ?? '';
    const sign = textOf(at(payment, 'CdtDbtInd')) ?? textOf(at(entry, 'CdtDbtInd'));
    if (amount === null || amount < 0) {
      reader.refuse(number, 'amount', { key: 'validation.statementAmount', params: { text: written } });
    } else if (!/^[A-Z]{3}$/.test(currency)) {
      reader.refuse(number, 'currency', { key: 'validation.statementCurrency', params: { text: currency } });
    } else if (sign !== 'CRDT' && sign !== 'DBIT') {
      reader.refuse(number, 'direction', { key: 'validation.statementDirection' });
    } else {
      const direction = sign === 'CRDT' ? 'in' : 'out';
      reader.add({ number, account, date, amount, currency, direction, ...payerOf(entry, payment, isBatch) });
    }
  }
}

function payerOf(entry: Node, payment: Node, isBatch: boolean) {
  const parties = at(payment, 'RltdPties');
  const payer = partyOf(at(parties, 'Dbtr'));
  const ultimate = partyOf(at(parties, 'UltmtDbtr'));
  const refs = at(payment, 'Refs');
  const ownReference = textOf(at(refs, 'AcctSvcrRef')) ?? textOf(at(refs, 'TxId'));
  const entryReference = textOf(at(entry, 'AcctSvcrRef')) ?? textOf(at(entry, 'NtryRef'));
  const endToEnd = textOf(at(refs, 'EndToEndId'));
  // Payments of a batch share the entry's reference.
  const [first, second] = isBatch ? [ownReference, endToEnd] : [entryReference, ownReference];
  return {
    purpose: purposeOf(entry, payment),
    name: payer.name ?? ultimate.name,
    code: payer.code ?? ultimate.code,
    payerAccount: accountOf(at(parties, 'DbtrAcct')),
    reference: first ?? second ?? (endToEnd === 'NOTPROVIDED' ? null : endToEnd),
  };
}

function purposeOf(entry: Node, payment: Node): string | null {
  const remittance = at(payment, 'RmtInf');
  const free = all(remittance, 'Ustrd').map(textOf);
  const structured = all(remittance, 'Strd').flatMap((one) => [
    textOf(at(one, 'CdtrRefInf', 'Ref')),
    ...all(one, 'RfrdDocInf').map((document) => textOf(at(document, 'Nb'))),
    ...all(one, 'AddtlRmtInf').map(textOf),
  ]);
  const parts = [...structured, ...free].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(' ');
  return textOf(at(payment, 'AddtlTxInf')) ?? textOf(at(entry, 'AddtlNtryInf'));
}

/** Newer versions have the party below `Pty`. */
function partyOf(given: Node | undefined): { name: string | null; code: string | null } {
  const party = at(given, 'Pty') ?? given;
  const ids = [at(party, 'Id', 'OrgId'), at(party, 'Id', 'PrvtId')].flatMap((one) => all(one, 'Othr'));
  return {
    name: textOf(at(party, 'Nm')),
    code: ids.map((one) => textOf(at(one, 'Id'))).find((code) => code !== null) ?? null,
  };
}

function accountOf(account: Node | undefined): string | null {
  return textOf(at(account, 'Id', 'IBAN')) ?? textOf(at(account, 'Id', 'Othr', 'Id'));
}

/** Null when one of them has no amount. */
function sumOf(payments: readonly Node[]): number | null {
  let sum = 0;
  for (const payment of payments) {
    const amount = amountOf(textOf(paymentAmount(payment)) ?? '', '.');
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}

/** The amount of one payment in a batch: version 8 has it at the payment, older versions in its details. */
function paymentAmount(payment: Node): Node | undefined {
  return at(payment, 'Amt') ?? at(payment, 'AmtDtls', 'TxAmt', 'Amt');
}

function dayIn(date: Node | undefined): string | null {
  const written = textOf(at(date, 'Dt')) ?? textOf(at(date, 'DtTm')) ?? '';
  // A time zone behind a day changes nothing about it.
  return dayOf(written.slice(0, 10), 'YYYY-MM-DD');
}

/** The first element on a path. */
function at(node: Node | undefined, ...path: string[]): Node | undefined {
  let current = node;
  for (const name of path) {
    const first: Node | undefined = Array.isArray(current) ? current[0] : current;
    current = typeof first === 'object' && !Array.isArray(first) ? first[name] : undefined;
  }
  return Array.isArray(current) ? current[0] : current;
}

/** All elements with a name. */
function all(node: Node | undefined, name: string): Node[] {
  const first = Array.isArray(node) ? node[0] : node;
  const found = typeof first === 'object' && !Array.isArray(first) ? first[name] : undefined;
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

function textOf(node: Node | undefined): string | null {
  const text = typeof node === 'string' ? node : at(node, '#text');
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}
