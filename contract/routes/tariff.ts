import * as z from 'zod';
import { dataOf, listOf } from '../http/answers.ts';
import { id } from '../primitives.ts';
import { anyone, route, staff } from '../http/route.ts';
import { publicTariffs } from '../company/public-tariffs.ts';
import { exceedingClient, exceedingQuery } from '../clients/exceeding-clients.ts';
import { feature, featureList } from '../entities/feature.ts';
import { tariff, tariffChanges, tariffInput, tariffList } from '../entities/tariff.ts';

const byId = z.strictObject({ id });
const including = z.strictObject({ include: z.string().optional() });

/** Tariffs and their features (API.md). A write answers texts and features unless `include` says less. */
export const tariffApi = {
  tariffs: route({
    method: 'GET',
    path: '/admin/tariffs',
    access: staff('tariffs.read'),
    summary: 'Tariffs',
    list: tariffList,
    answer: listOf(tariff),
  }),
  tariff: route({
    method: 'GET',
    path: '/admin/tariffs/:id',
    access: staff('tariffs.read'),
    summary: 'One tariff with its texts and features',
    params: byId,
    query: z.strictObject({ include: z.string().optional() }),
    answer: dataOf(tariff),
  }),
  features: route({
    method: 'GET',
    path: '/admin/tariff-permissions',
    access: staff('tariffs.read'),
    summary: 'The features that a tariff may include, as a list or a tree',
    list: featureList,
    answer: listOf(feature),
  }),
  createTariff: route({
    method: 'POST',
    path: '/admin/tariffs',
    access: staff('tariffs.write'),
    summary: 'Create a tariff',
    query: including,
    body: tariffInput,
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
    body: tariffChanges,
    answer: dataOf(tariff),
    errors: ['stale', 'last_tariff', 'last_public_tariff'],
  }),
  renewTariffLink: route({
    method: 'POST',
    path: '/admin/tariffs/:id/link-code',
    access: staff('tariffs.write'),
    summary: 'A new link for a tariff sold by link; the earlier one ends',
    params: byId,
    answer: dataOf(tariff),
    errors: ['not_by_link'],
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

/** What strangers may know (GROWTH section 17, "A front"). */
export const publicTariffApi = {
  publicTariffs: route({
    method: 'GET',
    path: '/tariffs',
    access: anyone,
    summary: "The public tariffs in the request's language, for any website",
    answer: publicTariffs,
    sharedSeconds: 60,
  }),
};
