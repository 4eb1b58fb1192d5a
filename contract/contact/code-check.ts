import type { ClientType } from './registration.ts';
import type { Variant } from '../kernel/variants.ts';

/**
 * Whether the check digit of a person's or company's number is wrong (issue 20: a warning, no refusal, because old
 * numbers may have none). False for lengths without one. `ident`: digits only. Pure.
 */
export function isCodeDoubtful(variant: Variant, type: ClientType, ident: string): boolean {
  if (!/^\d+$/.test(ident)) return false;
  const digits = Array.from(ident, Number);
  const check = checks[variant][type][digits.length];
  return check !== undefined && check(digits) !== digits.at(-1);
}

type Check = (digits: number[]) => number;

const weighed = (digits: number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * (digits[place] ?? 0), 0) % 11;

/** The first remainder below ten counts; without one it is 0. */
const firstBelowTen =
  (...rounds: readonly (readonly number[])[]): Check =>
  (digits) =>
    rounds.map((weights) => weighed(digits, weights)).find((rest) => rest < 10) ?? 0;

const rnokpp: Check = (digits) => ((weighed(digits, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) + 11) % 11) % 10;

const edrpou: Check = (digits) => {
  const isMiddle = [3, 4, 5].includes(digits[0] ?? 0);
  const check = isMiddle
    ? firstBelowTen([7, 1, 2, 3, 4, 5, 6], [9, 3, 4, 5, 6, 7, 8])
    : firstBelowTen([1, 2, 3, 4, 5, 6, 7], [3, 4, 5, 6, 7, 8, 9]);
  return check(digits);
};

/** By the number of digits. */
const checks: Record<Variant, Record<ClientType, Partial<Record<number, Check>>>> = {
  ua: { individual: { 10: rnokpp }, legal: { 8: edrpou } },
  lt: {
    individual: { 11: firstBelowTen([1, 2, 3, 4, 5, 6, 7, 8, 9, 1], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) },
    legal: { 9: firstBelowTen([1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 1]) },
  },
};
