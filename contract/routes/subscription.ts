import * as z from 'zod';
import { dataOf } from '../http/answers.ts';
import { clientDetails } from '../clients/client-details.ts';
import { id } from '../primitives.ts';
import { route, staff } from '../http/route.ts';
import {
  forecastEntry,
  ownSubscription,
  tariffChangeInput,
  tariffChangePreview,
} from '../clients/subscription.ts';
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
  previewTariff: route({
    ...customerAddresses.previewTariff,
    summary: "What a change of one's own tariff or billing period would do; changes nothing",
    body: tariffChangeInput,
    answer: dataOf(tariffChangePreview),
    errors: ['account_blocked', 'balance_too_low'],
  }),
};
