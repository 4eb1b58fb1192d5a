import * as z from 'zod';
import { dataOf, done, listOf } from './answers.ts';
import { auditEntry, auditList } from './audit.ts';
import { offerInput, offerList, offerVersion } from './offer.ts';
import { partner, partnerChanges, partnerInput, partnerList } from './partner.ts';
import { id } from './primitives.ts';
import { promoCode, promoCodeChanges, promoCodeInput, promoCodeList } from './promo-code.ts';
import { route, staff } from './route.ts';
import { setting, settingInput, settingList, settingResetQuery } from './settings.ts';

const byId = z.strictObject({ id });

/** General settings, partners, promo codes, the public offer and the audit log (API.md, prefix `admin`). */
export const adminSettingsApi = {
  settings: route({
    method: 'GET',
    path: '/admin/settings',
    access: staff('settings.read'),
    summary: 'Every general setting with its default',
    list: settingList,
    answer: listOf(setting),
  }),
  saveSetting: route({
    method: 'POST',
    path: '/admin/settings',
    access: staff('settings.write'),
    summary: 'Set a key; `read_only` false is accepted during maintenance too',
    body: settingInput,
    answer: dataOf(setting),
    status: 201,
    errors: ['stale'],
  }),
  resetSetting: route({
    method: 'DELETE',
    path: '/admin/settings/:id',
    access: staff('settings.write'),
    summary: 'Return a key to its default; of `read_only` during maintenance too',
    params: byId,
    query: settingResetQuery,
    answer: dataOf(setting),
    errors: ['stale'],
  }),

  partners: route({
    method: 'GET',
    path: '/admin/partners',
    access: staff('settings.read'),
    summary: 'Banks and alliances',
    list: partnerList,
    answer: listOf(partner),
  }),
  partner: route({
    method: 'GET',
    path: '/admin/partners/:id',
    access: staff('settings.read'),
    summary: 'One partner',
    params: byId,
    answer: dataOf(partner),
  }),
  createPartner: route({
    method: 'POST',
    path: '/admin/partners',
    access: staff('settings.write'),
    summary: 'Add a partner',
    body: partnerInput,
    answer: dataOf(partner),
    status: 201,
  }),
  changePartner: route({
    method: 'PUT',
    path: '/admin/partners/:id',
    access: staff('settings.write'),
    summary: 'Change a partner',
    params: byId,
    body: partnerChanges,
    answer: dataOf(partner),
    errors: ['stale'],
  }),
  deletePartner: route({
    method: 'DELETE',
    path: '/admin/partners/:id',
    access: staff('settings.write'),
    summary: 'Remove a partner; its clients keep it, its code is free',
    params: byId,
    answer: done,
  }),

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

  offers: route({
    method: 'GET',
    path: '/admin/offer',
    access: staff('settings.read'),
    summary: 'Versions of the public offer in every language, newest first',
    list: offerList,
    answer: listOf(offerVersion),
  }),
  publishOffer: route({
    method: 'POST',
    path: '/admin/offer',
    access: staff('settings.write'),
    summary: 'Publish the next version of the public offer in a language',
    body: offerInput,
    answer: dataOf(offerVersion),
    status: 201,
  }),

  audit: route({
    method: 'GET',
    path: '/admin/audit',
    access: staff('audit.read'),
    summary: 'Who did what, newest first',
    list: auditList,
    answer: listOf(auditEntry),
  }),
};
