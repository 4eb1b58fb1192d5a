import * as z from 'zod';
import { paymentNotice, paymentNoticeList } from '../entities/payment-notice.ts';
import { dataOf, done, listOf } from '../http/answers.ts';
import { anyone, route, staff } from '../http/route.ts';
import {
  autoTopUp,
  autoTopUpInput,
  gatewayState,
  ownPayment,
  savedCard,
  startedPayment,
  startPaymentInput,
} from '../money/online-payment.ts';
import { id } from '../kernel/primitives.ts';
import { customerAddresses } from './customer-addresses.ts';

const byId = z.strictObject({ id });

/** Gateways to the platform (GROWTH section 16, "Online"). */
export const gatewayApi = {
  event: route({
    method: 'POST',
    path: '/payments/:provider/events',
    access: anyone,
    summary: "A gateway's notice, by the gateway's own signature",
    params: z.strictObject({ provider: z.string().max(50) }),
    ignoresBody: true,
    rawBody: true,
    answer: done,
    errors: ['unauthorized', 'unavailable'],
  }),
};

/** Online payment as staff see it. */
export const onlinePaymentApi = {
  gateways: route({
    method: 'GET',
    path: '/admin/payment-gateways',
    access: staff(['payments.read', 'settings.read']),
    summary: 'The configured payment gateways',
    answer: dataOf(z.array(gatewayState)),
  }),
  notices: route({
    method: 'GET',
    path: '/admin/payment-notices',
    access: staff('payments.read'),
    summary: 'Notices of gateways that credited nothing though they should have',
    list: paymentNoticeList,
    answer: listOf(paymentNotice),
  }),
  dismissNotice: route({
    method: 'POST',
    path: '/admin/payment-notices/:id/dismiss',
    access: staff('payments.write'),
    summary: 'Say that a notice needs nothing more: the list shows it no longer; again changes nothing',
    params: byId,
    answer: done,
  }),
};

/** A customer's own: prefix `auth/me`. */
export const ownOnlinePaymentApi = {
  startPayment: route({
    ...customerAddresses.startPayment,
    summary: 'Begin to pay online; answers where',
    body: startPaymentInput,
    idempotent: true,
    answer: dataOf(startedPayment),
    status: 201,
    errors: ['gateway_unavailable', 'not_open', 'same_payment', 'idempotency_mismatch', 'too_many_requests'],
  }),
  payment: route({
    ...customerAddresses.payment,
    summary: 'What became of an online payment',
    params: byId,
    answer: dataOf(ownPayment),
  }),
  cards: route({
    ...customerAddresses.cards,
    summary: 'Saved cards',
    answer: dataOf(z.array(savedCard)),
  }),
  removeCard: route({
    ...customerAddresses.removeCard,
    summary: 'Forget a saved card; an automatic top-up by it is switched off',
    params: byId,
    answer: done,
  }),
  autoTopUp: route({
    ...customerAddresses.autoTopUp,
    summary: 'When a saved card is charged by itself',
    answer: dataOf(autoTopUp),
  }),
  changeAutoTopUp: route({
    ...customerAddresses.changeAutoTopUp,
    summary: 'Have a saved card charged by itself, or not any more',
    body: autoTopUpInput,
    answer: dataOf(autoTopUp),
  }),
};
