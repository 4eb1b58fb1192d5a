import * as z from 'zod';
import { dataOf, listOf } from './answers.ts';
import { clientDetails } from './client.ts';
import { id } from './primitives.ts';
import { route, staff } from './route.ts';
import { forecastEntry, previewQuery, tariffChangeInput, tariffChangePreview } from './subscription.ts';
import {
  bonusInput,
  ledgerEntry,
  ledgerList,
  replenishInput,
  reverseInput,
  topUpPreview,
  walletChange,
} from './wallet.ts';

const byId = z.strictObject({ id });

/** Wallets and subscriptions of clients: prefix `admin/clients` (API.md). */
export const adminWalletApi = {
  replenish: route({
    method: 'POST',
    path: '/admin/clients/:id/replenish',
    access: staff('clients.replenish'),
    summary:
      'Top up a wallet; an invoice and its year are accepted once; `preview=1` only tells what it would do',
    params: byId,
    query: previewQuery,
    body: replenishInput,
    idempotent: true,
    answer: dataOf(z.union([walletChange, topUpPreview])),
    status: 201,
    errors: ['deleted', 'invoice_taken', 'idempotency_mismatch'],
  }),
  giveBonus: route({
    method: 'POST',
    path: '/admin/clients/:id/bonus',
    access: staff('clients.replenish'),
    summary: 'Give money that nobody paid',
    params: byId,
    body: bonusInput,
    idempotent: true,
    answer: dataOf(walletChange),
    status: 201,
    errors: ['deleted', 'idempotency_mismatch'],
  }),
  ledger: route({
    method: 'GET',
    path: '/admin/clients/:id/ledger',
    access: staff('clients.read'),
    summary: "The lines of a client's wallet, newest first",
    params: byId,
    list: ledgerList,
    answer: listOf(ledgerEntry),
  }),
  reverse: route({
    method: 'POST',
    path: '/admin/clients/:id/ledger/:entry/reverse',
    access: staff('clients.replenish'),
    summary: 'Take a line back by another one; a reversal itself stays',
    params: z.strictObject({ id, entry: id }),
    body: reverseInput,
    idempotent: true,
    answer: dataOf(walletChange),
    status: 201,
    errors: ['deleted', 'already_reversed', 'idempotency_mismatch'],
  }),
  forecast: route({
    method: 'GET',
    path: '/admin/clients/:id/forecast',
    access: staff('clients.read'),
    summary: 'What will happen to a client by itself, 24 months ahead or until the deletion',
    params: byId,
    answer: dataOf(z.array(forecastEntry)),
  }),
  changeTariff: route({
    method: 'POST',
    path: '/admin/clients/:id/tariff',
    access: staff('clients.write'),
    summary:
      "Change tariff or billing period, now or at the period's end; `preview=1` only tells what it would do",
    params: byId,
    query: previewQuery,
    body: tariffChangeInput,
    idempotent: true,
    answer: dataOf(z.union([clientDetails, tariffChangePreview])),
    errors: ['deleted', 'balance_too_low', 'idempotency_mismatch'],
  }),
};
