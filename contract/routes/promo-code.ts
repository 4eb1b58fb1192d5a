import * as z from 'zod';
import { dataOf, done, listOf } from '../http/answers.ts';
import { id } from '../kernel/primitives.ts';
import {
  promoCode,
  promoCodeChanges,
  promoCodeInput,
  promoCodeList,
  promoCodeOffer,
  promoCodeQuestion,
  promoCodeRedemption,
} from '../entities/promo-code.ts';
import { route, staff } from '../http/route.ts';
import { customerAddresses } from './customer-addresses.ts';

const byId = z.strictObject({ id });

/** Promo codes: prefix `admin/promo-codes`. */
export const promoCodeApi = {
  promoCodes: route({
    method: 'GET',
    path: '/admin/promo-codes',
    access: staff('settings.read'),
    summary: 'Promo codes',
    list: promoCodeList,
    answer: listOf(promoCode),
  }),
  promoCode: route({
    method: 'GET',
    path: '/admin/promo-codes/:id',
    access: staff('settings.read'),
    summary: 'One promo code',
    params: byId,
    answer: dataOf(promoCode),
  }),
  createPromoCode: route({
    method: 'POST',
    path: '/admin/promo-codes',
    access: staff('settings.write'),
    summary: 'Add a promo code',
    body: promoCodeInput,
    answer: dataOf(promoCode),
    status: 201,
  }),
  changePromoCode: route({
    method: 'PUT',
    path: '/admin/promo-codes/:id',
    access: staff('settings.write'),
    summary: 'Change a promo code',
    params: byId,
    body: promoCodeChanges,
    answer: dataOf(promoCode),
    errors: ['stale'],
  }),
  deletePromoCode: route({
    method: 'DELETE',
    path: '/admin/promo-codes/:id',
    access: staff('settings.write'),
    summary: 'Remove a promo code; its clients keep what it gave, its code is free',
    params: byId,
    answer: done,
  }),
};

/** Checks of a code during registration. */
export const publicPromoCodeApi = {
  promoCode: route({
    ...customerAddresses.promoCode,
    summary: 'What a promo code gives at registration; wrong ones are counted',
    body: promoCodeQuestion,
    answer: dataOf(promoCodeOffer),
    errors: ['too_many_requests'],
  }),
};

/** A customer's own: prefix `auth/me`. */
export const ownPromoCodeApi = {
  redeemPromoCode: route({
    ...customerAddresses.redeemPromoCode,
    summary: "Redeem a promo code in one's own account; wrong ones are counted",
    body: promoCodeRedemption,
    idempotent: true,
    answer: dataOf(promoCodeOffer),
    errors: ['account_blocked', 'too_many_requests', 'idempotency_mismatch'],
  }),
};
