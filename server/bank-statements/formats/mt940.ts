import { statementLimits } from '#contract/money/bank-statement.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { amountOf, calendarDay } from './written-values.ts';
import { createBalances } from './mt940-balances.ts';
import { detailsOf } from './mt940-details.ts';
import {
  createLineReader,
  type LineReader,
  linesAPiece,
  noPause,
  type StatementRead,
} from './statement-line.ts';

/** A field of the message (`:61:`) with the lines that continue it; `line` is where it begins. */
interface Tag {
  name: string;
  text: string;
  line: number;
}

/**
 * MT940 of SWIFT: one or several messages, with or without their envelopes, each held against its balances.
 *
 * @throws AppError 422 at `content` or `lines.N.FIELD`
 */
export async function readMt940(text: string, pause = noPause): Promise<StatementRead> {
  const reader = createLineReader();
  const balances = createBalances(reader);
  let account: string | null = null;
  let currency: string | null = null;
  let transactions = 0;
  const tags = tagsOf(text);
  for (const [place, tag] of tags.entries()) {
    if (tag.name === '25') account = tag.text.split('\n', 1)[0] ?? null;
    if (/^60[FM]$/.test(tag.name)) currency = balances.opens(tag);
    if (/^62[FM]$/.test(tag.name)) balances.closes(tag);
    if (tag.name !== '61') continue;
    transactions += 1;
    if (transactions > statementLimits.lines) throw fieldError('content', 'validation.statementTooLong');
    const next = tags[place + 1];
    const moved = addTransaction(reader, tag, {
      account: account === null ? null : withoutBank(account),
      currency,
      details: next?.name === '86' ? next.text : '',
    });
    balances.moves(moved);
    if (transactions % linesAPiece === 0) await pause();
  }
  balances.finish();
  return reader.finish('mt940');
}

function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [whole, name] = /^:(\d{2}[A-Z]?):/.exec(line) ?? [];
    if (name !== undefined) tags.push({ name, text: line.slice(whole?.length), line: index + 1 });
    else if (/^-\}?|^\{/.test(line)) tags.push({ name: '', text: line, line: index + 1 });
    else {
      const last = tags.at(-1);
      if (last) last.text += `\n${line}`;
    }
  }
  return tags;
}

/** Day, day of the entry, mark, third letter of the currency, amount, kind, the payer's and the bank's reference. */
const transaction = /^(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[CD])([A-Z])?(\d[\d,]*)([A-Z][A-Z0-9]{3})(.*)$/;

/** Its signed minor units; null when it was refused. */
function addTransaction(
  reader: LineReader,
  { text, line }: Tag,
  { account, currency, details }: { account: string | null; currency: string | null; details: string },
): number | null {
  const [first = ''] = text.split('\n', 1);
  const [whole, year, month, day, mark, , written = '', , references = ''] = transaction.exec(first) ?? [];
  if (whole === undefined) {
    reader.refuse(line, 'amount', { key: 'validation.statementAmount', params: { text: first } });
    return null;
  }
  const date = calendarDay(`20${year}`, month, day);
  const amount = amountOf(written, ',');
  if (date === null) {
    reader.refuse(line, 'date', { key: 'validation.statementDate' });
    return null;
  }
  if (amount === null) {
    reader.refuse(line, 'amount', { key: 'validation.statementAmount', params: { text: written } });
    return null;
  }
  if (currency === null) {
    reader.refuse(line, 'currency', { key: 'validation.statementCurrency', params: { text: '' } });
    return null;
  }
  // A reversed debit came back, a reversed credit went out.
  const direction = mark === 'C' || mark === 'RD' ? 'in' : 'out';
  const [payers = '', banks = ''] = references.split('//');
  reader.add({
    number: line,
    account,
    date,
    amount,
    currency,
    direction,
    reference: banks.trim() || (payers.trim() === 'NONREF' ? null : payers.trim() || null),
    ...detailsOf(details),
  });
  return direction === 'in' ? amount : -amount;
}

/** `BANK/ACCOUNT` or `IBAN EUR`: the account alone. */
function withoutBank(written: string): string {
  const [, account = written] = /^[^/]*\/(.+)$/.exec(written) ?? [];
  return account.trim().replace(/\s*[A-Z]{3}$/, '');
}
