import * as z from 'zod';
import { dataOf } from '../http/answers.ts';
import { clientDiscount, discountInput } from '../catalogue/discount.ts';
import { clientDetails } from '../clients/client-details.ts';
import { id } from '../kernel/primitives.ts';
import { route, staff } from '../http/route.ts';
import { ownSubscription, tariffChangeInput, tariffChangePreview } from '../clients/subscription.ts';
import { forecastEntry } from '../money/forecast.ts';
import { ownDifferenceQuery, tariffDifference } from '../clients/tariff-difference.ts';
import { customerAddresses } from './customer-addresses.ts';

const byId = z.strictObject({ id });

/** Subscriptions of clients: prefix `admin/clients` (API.md). */
export const subscriptionApi = {
  forecast: route({
    method: 'GET',
    path: '/admin/clients/:id/forecast',
    access: staff('clients.read'),
    summary: 'What will happen to a client without any action, for 24 months or until the deletion',
    params: byId,
    answer: dataOf(z.array(forecastEntry)),
  }),
  changeTariff: route({
    method: 'POST',
    path: '/admin/clients/:id/tariff',
    access: staff('clients.write'),
    summary: "Change tariff or billing period, now or at the period's end",
    params: byId,
    body: tariffChangeInput,
    idempotent: true,
    answer: dataOf(clientDetails),
    errors: ['deleted', 'balance_too_low', 'idempotency_mismatch'],
  }),
  previewTariff: route({
    method: 'POST',
    path: '/admin/clients/:id/tariff/preview',
    access: staff('clients.write'),
    summary: 'What a change of tariff or billing period would do; changes nothing',
    params: byId,
    body: tariffChangeInput,
    answer: dataOf(tariffChangePreview),
    errors: ['deleted', 'balance_too_low'],
  }),
};

/** Discounts of clients: prefix `admin/clients` (GROWTH section 17). */
export const discountApi = {
  discounts: route({
    method: 'GET',
    path: '/admin/clients/:id/discounts',
    access: staff('clients.read'),
    summary: 'Every discount that a client was given, the latest first, with what remains of it',
    params: byId,
    answer: dataOf(z.array(clientDiscount)),
  }),
  giveDiscount: route({
    method: 'POST',
    path: '/admin/clients/:id/discounts',
    access: staff('clients.replenish'),
    summary: "Give a discount on the client's next periods",
    params: byId,
    body: discountInput,
    idempotent: true,
    answer: dataOf(clientDiscount),
    status: 201,
    errors: ['deleted', 'idempotency_mismatch'],
  }),
  endDiscount: route({
    method: 'DELETE',
    path: '/admin/clients/:id/discounts/:discount',
    access: staff('clients.replenish'),
    summary: 'End a discount; the period that runs stays as it was paid',
    params: z.strictObject({ id, discount: id }),
    answer: dataOf(clientDiscount),
    errors: ['deleted', 'discount_over'],
  }),
};

/** A customer's own subscription: prefix `auth/me`. */
export const ownSubscriptionApi = {
  subscription: route({
    ...customerAddresses.subscription,
    summary: "One's own tariff, balance and dates, and the tariffs that one may change to",
    answer: dataOf(ownSubscription),
  }),
  changeTariff: route({
    ...customerAddresses.changeTariff,
    summary: "Change one's own tariff or billing period",
    body: tariffChangeInput,
    idempotent: true,
    answer: dataOf(ownSubscription),
    errors: ['account_blocked', 'balance_too_low', 'idempotency_mismatch'],
  }),
  tariffDifference: route({
    ...customerAddresses.tariffDifference,
    summary: 'What differs between two tariffs that one may choose or has, and what one would exceed on `b`',
    query: ownDifferenceQuery,
    answer: dataOf(tariffDifference),
  }),
  previewTariff: route({
    ...customerAddresses.previewTariff,
    summary: "What a change of one's own tariff or billing period would do; changes nothing",
    body: tariffChangeInput,
    answer: dataOf(tariffChangePreview),
    errors: ['account_blocked', 'balance_too_low'],
  }),
};
