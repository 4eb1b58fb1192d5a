import * as z from 'zod';
import { dataOf, fileAnswer, listOf } from '../http/answers.ts';
import { id } from '../kernel/primitives.ts';
import { paymentWay, paymentWayQuery, proformaInput } from '../money/proforma.ts';
import { route, staff } from '../http/route.ts';
import { bonusInput, replenishInput, reverseInput, topUpPreview, walletChange } from '../clients/wallet.ts';
import {
  allLedgerEntry,
  allLedgerList,
  ledgerEntry,
  ledgerList,
  ledgerSums,
  ownLedgerEntry,
  ownLedgerList,
} from '../entities/ledger-entry.ts';
import { customerAddresses } from './customer-addresses.ts';

const byId = z.strictObject({ id });

/** Wallets of clients: prefix `admin/clients` (API.md). */
export const walletApi = {
  replenish: route({
    method: 'POST',
    path: '/admin/clients/:id/replenish',
    access: staff('clients.replenish'),
    summary: 'Top up a wallet; an invoice and its year are accepted once',
    params: byId,
    body: replenishInput,
    idempotent: true,
    answer: dataOf(walletChange),
    status: 201,
    errors: [
      'deleted',
      'invoice_taken',
      'document_of_another',
      'not_open',
      'month_closed',
      'idempotency_mismatch',
    ],
  }),
  previewReplenish: route({
    method: 'POST',
    path: '/admin/clients/:id/replenish/preview',
    access: staff('clients.replenish'),
    summary: 'What a top-up would do; changes nothing',
    params: byId,
    body: replenishInput,
    answer: dataOf(topUpPreview),
    errors: ['deleted'],
  }),
  giveBonus: route({
    method: 'POST',
    path: '/admin/clients/:id/bonus',
    access: staff('clients.replenish'),
    summary: 'Give a bonus: money that nobody paid',
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
    summary: "Reverse a line by another one; a reversal itself can't be reversed",
    params: z.strictObject({ id, entry: id }),
    body: reverseInput,
    idempotent: true,
    answer: dataOf(walletChange),
    status: 201,
    errors: ['deleted', 'already_reversed', 'payment_refunded', 'refund_by_gateway', 'idempotency_mismatch'],
  }),
};

/** All wallets: prefix `admin/ledger` (GROWTH section 16). */
export const ledgerApi = {
  lines: route({
    method: 'GET',
    path: '/admin/ledger',
    access: staff('payments.read'),
    summary: 'The lines of all wallets, newest first, with the sums of all that match by kind',
    list: allLedgerList,
    answer: z.object({
      data: z.array(allLedgerEntry),
      meta: z.object({ total: z.int(), sums: ledgerSums }),
    }),
  }),
};

/** A customer's own wallet, and how to pay: prefix `auth/me`. */
export const ownWalletApi = {
  paymentWay: route({
    ...customerAddresses.paymentWay,
    summary: 'How to pay by bank transfer',
    query: paymentWayQuery,
    answer: dataOf(paymentWay),
  }),
  proforma: route({
    ...customerAddresses.proforma,
    summary: 'A proforma invoice for a top-up by bank transfer',
    body: proformaInput,
    answer: fileAnswer,
    mediaType: 'application/pdf',
    errors: ['company_details_missing', 'too_many_requests'],
  }),
  ledger: route({
    ...customerAddresses.ledger,
    summary: "The lines of one's own wallet, newest first",
    list: ownLedgerList,
    answer: listOf(ownLedgerEntry),
  }),
};
