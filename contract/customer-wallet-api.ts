import * as z from 'zod';
import { dataOf, listOf } from './answers.ts';
import { customer, route } from './route.ts';
import { ownSubscription, previewQuery, tariffChangeInput, tariffChangePreview } from './subscription.ts';
import { ownLedgerEntry, ownLedgerList } from './wallet.ts';

/** A customer's own subscription and wallet: prefix `auth/me` (API.md, "Customers"). */
export const customerWalletApi = {
  subscription: route({
    method: 'GET',
    path: '/auth/me/subscription',
    access: customer,
    summary: "One's own tariff, balance and dates, and the tariffs that one may change to",
    answer: dataOf(ownSubscription),
  }),
  ledger: route({
    method: 'GET',
    path: '/auth/me/ledger',
    access: customer,
    summary: "The lines of one's own wallet, newest first",
    list: ownLedgerList,
    answer: listOf(ownLedgerEntry),
  }),
  changeTariff: route({
    method: 'POST',
    path: '/auth/me/tariff',
    access: customer,
    summary: "Change one's own tariff or billing period; `preview=1` only tells what it would do",
    query: previewQuery,
    body: tariffChangeInput,
    idempotent: true,
    answer: dataOf(z.union([ownSubscription, tariffChangePreview])),
    errors: ['balance_too_low', 'idempotency_mismatch'],
  }),
};
