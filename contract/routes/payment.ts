import * as z from 'zod';
import { bankLine, bankLineList } from '../entities/bank-line.ts';
import { paymentDetails, paymentList, paymentRow, refundInput } from '../entities/payment.ts';
import { dataOf, listOf } from '../http/answers.ts';
import { route, staff } from '../http/route.ts';
import {
  certainPayments,
  matchCertainInput,
  matchedCertain,
  matchInput,
  matchReason,
  paymentInbox,
  unmatchedLines,
  unmatchInput,
} from '../money/payment-matching.ts';
import { id } from '../kernel/primitives.ts';

const byId = z.strictObject({ id });

/** Money that came, by whatever way: prefix `admin/payments` (GROWTH section 16). */
export const paymentApi = {
  payments: route({
    method: 'GET',
    path: '/admin/payments',
    access: staff('payments.read'),
    summary: 'Bank lines, online payments and top-ups by hand, newest first',
    list: paymentList,
    answer: listOf(paymentRow),
  }),
  payment: route({
    method: 'GET',
    path: '/admin/payments/:id',
    access: staff('payments.read'),
    summary: 'One payment with whose it may be, its lines in the wallet and what went back',
    params: byId,
    answer: dataOf(paymentDetails),
  }),
  refundPayment: route({
    method: 'POST',
    path: '/admin/payments/:id/refund',
    access: staff('payments.write'),
    sensitive: true,
    summary: 'Send money of a payment back to its payer, out of the wallet',
    params: byId,
    body: refundInput,
    idempotent: true,
    answer: dataOf(paymentDetails),
    errors: ['not_matched', 'deleted', 'balance_too_low', 'idempotency_mismatch'],
  }),
};

/** Finding the owner of money that came by bank: prefix `admin/payments` (GROWTH section 16). */
export const matchingApi = {
  bankLines: route({
    method: 'GET',
    path: '/admin/payments/inbox',
    access: staff('payments.read'),
    // Not the list of payments: a page of these has suggestions, which cost queries of their own.
    summary: 'Lines of bank statements, newest first; those that wait for their client with suggestions',
    list: bankLineList,
    answer: listOf(bankLine),
  }),
  inboxSummary: route({
    method: 'GET',
    path: '/admin/payments/inbox/summary',
    access: staff('payments.read'),
    summary: 'How much money waits for its client, and since when',
    answer: dataOf(paymentInbox),
  }),
  certainPayments: route({
    method: 'GET',
    path: '/admin/payments/certain',
    access: staff('payments.read'),
    summary: 'How many waiting lines are certain, and their sum',
    answer: dataOf(certainPayments),
  }),
  waitingFor: route({
    method: 'GET',
    path: '/admin/clients/:id/waiting-payments',
    access: staff('payments.read'),
    summary:
      'Bank lines that wait and may be this client’s, newest first, with what is suggested of it alone',
    params: byId,
    answer: dataOf(z.array(bankLine)),
  }),
  matchCertain: route({
    method: 'POST',
    path: '/admin/payments/match-certain',
    access: staff('payments.write'),
    summary: 'Book the waiting lines that are certain, 200 at a time; `left` says how many there still are',
    body: matchCertainInput,
    bodyOptional: true,
    answer: dataOf(matchedCertain),
  }),
  unmatchPayments: route({
    method: 'POST',
    path: '/admin/payments/unmatch',
    access: staff('payments.write'),
    summary:
      'Take bank lines back by their top-ups, 200 at most; those that were changed since stay as they are',
    body: unmatchInput,
    answer: dataOf(unmatchedLines),
  }),
  matchPayment: route({
    method: 'POST',
    path: '/admin/payments/:id/match',
    access: staff('payments.write'),
    summary: 'Book a bank line for a client, and for a document',
    params: byId,
    body: matchInput,
    idempotent: true,
    answer: dataOf(bankLine),
    errors: [
      'already_matched',
      'other_currency',
      'deleted',
      'not_open',
      'document_of_another',
      'invoice_taken',
      'idempotency_mismatch',
    ],
  }),
  unmatchPayment: route({
    method: 'POST',
    path: '/admin/payments/:id/unmatch',
    access: staff('payments.write'),
    summary: 'Take a bank line back: a booked one by a reversal, one that was set aside simply waits again',
    params: byId,
    body: matchReason,
    idempotent: true,
    answer: dataOf(bankLine),
    errors: ['not_matched', 'payment_refunded', 'idempotency_mismatch'],
  }),
  ignorePayment: route({
    method: 'POST',
    path: '/admin/payments/:id/ignore',
    access: staff('payments.write'),
    summary: 'Set a bank line aside that is no client’s',
    params: byId,
    body: matchReason,
    idempotent: true,
    answer: dataOf(bankLine),
    errors: ['already_matched', 'idempotency_mismatch'],
  }),
};
