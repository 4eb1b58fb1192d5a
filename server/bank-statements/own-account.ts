import type { Refusal } from '#contract/kernel/issues.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { OwnLine } from './fingerprint.ts';
import { accountKey, type StatementLine } from './formats/statement-line.ts';

interface Accounts {
  /** What staff say that it is of. */
  said: string | null;
  /** The account of the company details. */
  company: string;
  /** Those of earlier statements. */
  earlier: readonly string[];
}

/**
 * The lines with the account that the statement is of. A file of an account that is not ours is refused unless somebody
 * says that it is. Pure.
 *
 * @throws AppError 422 at `account`, or at `content` for a file of several accounts.
 */
export function withOwnAccount(lines: readonly StatementLine[], accounts: Accounts): OwnLine[] {
  const { earlier } = accounts;
  const [said, company] = [accountKey(accounts.said ?? ''), accountKey(accounts.company)];
  const found = [...new Set(lines.flatMap(({ account }) => (account === null ? [] : [account])))];
  const [inFile, another] = found;
  if (another !== undefined) {
    throw refused('content', { key: 'validation.statementAccounts', params: { accounts: found.join(', ') } });
  }
  if (inFile === undefined) {
    const account = said || company;
    if (account === '') throw fieldError('account', 'validation.required');
    return lines.map((line) => ({ ...line, account }));
  }
  if (said !== '' && !isSame(said, inFile)) {
    throw refused('account', { key: 'validation.statementOfAnother', params: { account: inFile } });
  }
  const isKnown = said !== '' || company === '' || [company, ...earlier].some((own) => isSame(own, inFile));
  if (!isKnown) {
    throw refused('account', { key: 'validation.statementOfStranger', params: { account: inFile } });
  }
  return lines.map((line) => ({ ...line, account: inFile }));
}

/** An old number is the end of its IBAN. */
function isSame(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= shortestNumber && long.endsWith(short));
}

const shortestNumber = 8;

function refused(field: string, refusal: Refusal): AppError {
  return new AppError('validation_failed', { fields: { [field]: [refusal] } });
}
