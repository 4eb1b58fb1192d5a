import {
  certainties,
  type Certainty,
  type Suggestion,
  type SuggestionReason,
} from '#contract/money/payment-matching.ts';
import { takesMoney } from '#server/documents/pay-document.ts';
import { nameKey } from './name-key.ts';

/** A bank line as suggestions see it. Money in minor units. */
export interface SuggestedFor {
  amount: number;
  /** In the installation's currency. */
  isOwnCurrency: boolean;
  /** `YYYY-MM-DD` */
  value_date: string;
  payer_name: string | null;
  payer_code: string | null;
}

export interface KnownClient {
  id: string;
  name: string;
  isDeleted: boolean;
  /** Its data is deleted for want of money. */
  isArchived: boolean;
}

export interface KnownDocument {
  id: string;
  number: string;
  kind: 'proforma' | 'act' | 'invoice' | 'credit_note';
  status: 'open' | 'paid' | 'cancelled' | 'expired' | 'issued';
  client: KnownClient;
  currency: string;
  /** What is still to be paid. */
  due: number;
  due_on: string | null;
}

/** What is known about a line. Each list has a client or a document once. */
export interface Evidence {
  /** Documents whose number is in the purpose. */
  named: readonly KnownDocument[];
  /** Documents of whose number only year and serial are there. */
  halfNamed: readonly KnownDocument[];
  /** Clients whose payment code is in the purpose. */
  byPaymentCode: readonly KnownClient[];
  byPayerCode: readonly KnownClient[];
  /** Clients for whom money came from this account before. */
  byAccount: readonly KnownClient[];
  byName: readonly KnownClient[];
  /** Open proformas of these clients, and those of exactly this amount. */
  open: readonly KnownDocument[];
}

/** More are a list to read, and no help. */
const suggestedAtMost = 5;

/**
 * The clients that a line's money may belong to, the likeliest first (GROWTH section 16, "Bank statements"). `certain`:
 * the number of one open proforma is in the purpose, its amount agrees, and nothing speaks against it. Pure.
 */
export function suggest(line: SuggestedFor, evidence: Evidence): Suggestion[] {
  if (!line.isOwnCurrency) return [];
  const candidates = candidatesOf(line, evidence).filter(
    (candidate) => reasonsFor(line, evidence, candidate).length > 0,
  );
  const suggestions = candidates.map((candidate) => judge(line, evidence, candidate));
  return suggestions.toSorted(byWeight).slice(0, suggestedAtMost);
}

interface Candidate {
  client: KnownClient;
  document: KnownDocument | null;
  /** How the document was named; null: it was found by its amount, or there is none. */
  namedBy: 'number' | 'half_number' | null;
}

/** Each client that anything speaks for, once for each document that was named. */
function candidatesOf(line: SuggestedFor, evidence: Evidence): Candidate[] {
  const { named, halfNamed, byPaymentCode, byPayerCode, byAccount, byName, open } = evidence;
  const candidates: Candidate[] = [];
  const has = (id: string) => candidates.some(({ client }) => client.id === id);
  for (const document of named) candidates.push({ client: document.client, document, namedBy: 'number' });
  for (const document of halfNamed) {
    if (!has(document.client.id))
      candidates.push({ client: document.client, document, namedBy: 'half_number' });
  }
  for (const client of [...byPaymentCode, ...byPayerCode, ...byAccount, ...byName]) {
    if (has(client.id)) continue;
    const payable = open.filter((one) => one.client.id === client.id && one.due === line.amount);
    const [document = null, another] = payable;
    candidates.push({ client, document: another ? null : document, namedBy: null });
  }
  if (candidates.length > 0) return candidates;
  const payable = open.filter((one) => one.due === line.amount);
  return payable.map((document) => ({ client: document.client, document, namedBy: null }));
}

function judge(line: SuggestedFor, evidence: Evidence, candidate: Candidate): Suggestion {
  const { client, document } = candidate;
  const speaksFor = reasonsFor(line, evidence, candidate);
  const speaksAgainst = reasonsAgainst(line, evidence, candidate);
  return {
    client: { id: client.id, name: client.name },
    // An act, a cancelled or a paid one takes no money: it goes to the wallet.
    document:
      document && isPayable(document)
        ? { id: document.id, number: document.number, due: document.due }
        : null,
    certainty: certaintyOf(document, speaksFor, speaksAgainst),
    reasons: [...speaksFor, ...speaksAgainst],
  };
}

function reasonsFor(
  { amount, payer_name }: SuggestedFor,
  { byPaymentCode, byPayerCode, byAccount }: Evidence,
  { client, document, namedBy }: Candidate,
): SuggestionReason[] {
  const isAmong = (clients: readonly KnownClient[]) => clients.some(({ id }) => id === client.id);
  const key = payer_name === null ? '' : nameKey(payer_name);
  const reasons: [SuggestionReason, boolean][] = [
    ['number', namedBy === 'number'],
    ['half_number', namedBy === 'half_number'],
    ['payment_code', isAmong(byPaymentCode)],
    ['payer_code', isAmong(byPayerCode)],
    ['account', isAmong(byAccount)],
    ['amount', document !== null && isPayable(document) && document.due === amount],
    ['name', key !== '' && key === nameKey(client.name)],
  ];
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason);
}

function reasonsAgainst(
  { amount, value_date }: SuggestedFor,
  { named, byPaymentCode, byPayerCode, byAccount }: Evidence,
  { client, document, namedBy }: Candidate,
): SuggestionReason[] {
  const isOfOthersAlone = (clients: readonly KnownClient[]) =>
    clients.length > 0 && clients.every(({ id }) => id !== client.id);
  const isShared = (clients: readonly KnownClient[]) =>
    clients.length > 1 && clients.some(({ id }) => id === client.id);
  const isOverdue = document?.status === 'open' && document.due_on !== null && value_date > document.due_on;
  const reasons: [SuggestionReason, boolean][] = [
    ['shared_code', isShared(byPayerCode)],
    ['other_amount', namedBy !== null && document !== null && isPayable(document) && document.due !== amount],
    ['overdue', isOverdue],
    ['expired', document?.status === 'expired'],
    ['cancelled', document?.status === 'cancelled'],
    ['paid_before', document?.status === 'paid'],
    ['several_numbers', namedBy === 'number' && named.length > 1],
    ['payer_of_another', isOfOthersAlone(byPayerCode)],
    ['account_of_another', isOfOthersAlone(byAccount)],
    ['code_of_another', isOfOthersAlone(byPaymentCode)],
    ['client_deleted', client.isDeleted],
    ['client_archived', client.isArchived && !client.isDeleted],
  ];
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason);
}

function isPayable({ kind, status }: KnownDocument): boolean {
  return takesMoney({ kind }) && (status === 'open' || status === 'expired' || status === 'issued');
}

/** What names a client by itself. */
const strong: readonly SuggestionReason[] = [
  'number',
  'half_number',
  'payment_code',
  'payer_code',
  'account',
];

function certaintyOf(
  document: KnownDocument | null,
  speaksFor: readonly SuggestionReason[],
  speaksAgainst: readonly SuggestionReason[],
): Certainty {
  const isFor = (reason: SuggestionReason) => speaksFor.includes(reason);
  const isProforma = document?.kind === 'proforma';
  if (isProforma && isFor('number') && isFor('amount') && speaksAgainst.length === 0) return 'certain';
  if (speaksAgainst.includes('client_deleted')) return 'possible';
  const names = speaksFor.filter((reason) => strong.includes(reason));
  // A code that several clients have tells nothing more than their amount or name does.
  const isTold = names.some((reason) => reason !== 'payer_code' || !speaksAgainst.includes('shared_code'));
  if (isTold || (isFor('name') && isFor('amount'))) return 'likely';
  return 'possible';
}

function byWeight(one: Suggestion, other: Suggestion): number {
  const rank = ({ certainty }: Suggestion) => certainties.indexOf(certainty);
  const weight = ({ reasons }: Suggestion) =>
    reasons.reduce((sum, reason) => sum + (weights[reason] ?? -1), 0);
  return (
    rank(one) - rank(other) ||
    weight(other) - weight(one) ||
    one.client.name.localeCompare(other.client.name) ||
    (one.client.id < other.client.id ? -1 : 1)
  );
}

/** What speaks for a client; anything else speaks against it. */
const weights: Partial<Record<SuggestionReason, number>> = {
  number: 16,
  half_number: 8,
  payment_code: 8,
  payer_code: 4,
  account: 4,
  amount: 2,
  name: 2,
};

/**
 * The same of several lines together: of two that pay one proforma only the first is `certain`, because the other one
 * finds it paid. Pure.
 */
export function withoutRivals(suggestions: readonly Suggestion[][]): Suggestion[][] {
  const taken = new Set<string>();
  return suggestions.map((ofLine) =>
    ofLine.map((one) => {
      if (one.certainty !== 'certain' || !one.document) return one;
      if (taken.has(one.document.id)) {
        return {
          ...one,
          certainty: 'likely' as const,
          reasons: [...one.reasons, 'paid_by_another_line' as const],
        };
      }
      taken.add(one.document.id);
      return one;
    }),
  );
}
