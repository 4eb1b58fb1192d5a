import * as z from 'zod';
import { dataOf, listOf } from './answers.ts';
import { id } from './primitives.ts';
import { route, staff } from './route.ts';
import { exceedingClient, exceedingQuery, tariff, tariffChanges, tariffInput } from './tariff.ts';
import { type Variant, variants } from './variants.ts';

const byId = z.strictObject({ id });
const including = z.strictObject({ include: z.string().optional() });

/** What changes tariffs: prefix `admin/tariffs` (API.md). Answers have texts and features unless `include` says less. */
export function adminTariffsApi(variant: Variant) {
  const { defaultLocale } = variants[variant];
  return {
    createTariff: route({
      method: 'POST',
      path: '/admin/tariffs',
      access: staff('tariffs.write'),
      summary: 'Make a tariff',
      query: including,
      body: tariffInput(defaultLocale),
      answer: dataOf(tariff),
      status: 201,
    }),
    changeTariff: route({
      method: 'PUT',
      path: '/admin/tariffs/:id',
      access: staff('tariffs.write'),
      summary: 'Change, archive or reopen a tariff',
      params: byId,
      query: including,
      body: tariffChanges(defaultLocale),
      answer: dataOf(tariff),
      errors: ['stale', 'last_tariff'],
    }),
    exceedingClients: route({
      method: 'GET',
      path: '/admin/tariffs/:id/exceeding',
      access: staff('tariffs.read'),
      summary: 'Clients on the tariff that would exceed these limits; without clients.read only how many',
      params: byId,
      query: exceedingQuery,
      answer: listOf(exceedingClient),
    }),
  };
}
