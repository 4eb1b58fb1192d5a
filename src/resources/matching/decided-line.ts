import type { Suggestion } from '#contract/money/payment-matching.ts';

/** What is said of a line that is decided about. */
export interface DecidedLine {
  id: string;
  amount: number;
  currency: string;
  payer_name: string | null;
  purpose: string | null;
  suggestions: readonly Suggestion[];
}

export interface Owner {
  client: { id: string; name: string };
  document: { id: string; number: string } | null;
}
