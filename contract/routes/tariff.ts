import * as z from 'zod';
import { dataOf, done, listOf } from '../http/answers.ts';
import { id } from '../kernel/primitives.ts';
import { anyone, route, staff } from '../http/route.ts';
import { publicTariffs } from '../company/public-tariffs.ts';
import { differenceQuery, tariffDifference } from '../clients/tariff-difference.ts';
import { exceedingClient, exceedingQuery } from '../clients/exceeding-clients.ts';
import { feature, featureChanges, featureInput, featureList } from '../catalogue/feature.ts';
import {
  pricePreview,
  pricePreviewInput,
  priceVersion,
  tariff,
  tariffChanges,
  tariffInput,
  tariffList,
} from '../entities/tariff.ts';

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
  difference: route({
    method: 'GET',
    path: '/admin/tariffs/difference',
    access: staff('tariffs.read'),
    summary: 'What differs between two tariffs; with `client_id` also what the client would exceed on `b`',
    query: differenceQuery,
    answer: dataOf(tariffDifference),
  }),
  features: route({
    method: 'GET',
    path: '/admin/tariff-permissions',
    access: staff('tariffs.read'),
    summary: 'The features that a tariff may include, as a list or a tree',
    list: featureList,
    answer: listOf(feature),
  }),
  createFeature: route({
    method: 'POST',
    path: '/admin/tariff-permissions',
    access: staff('tariffs.write'),
    summary: 'Add a feature; `position` is its place among its siblings',
    body: featureInput,
    answer: dataOf(feature),
    status: 201,
  }),
  changeFeature: route({
    method: 'PUT',
    path: '/admin/tariff-permissions/:id',
    access: staff('tariffs.write'),
    summary: 'Change, move or archive a feature; an archived one stays where it is included',
    params: byId,
    body: featureChanges,
    answer: dataOf(feature),
    errors: ['stale'],
  }),
  deleteFeature: route({
    method: 'DELETE',
    path: '/admin/tariff-permissions/:id',
    access: staff('tariffs.write'),
    summary: 'Delete a feature that no tariff includes and that has none below it',
    params: byId,
    answer: done,
    errors: ['in_use'],
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
  previewPrice: route({
    method: 'POST',
    path: '/admin/tariffs/:id/price-preview',
    access: staff('tariffs.write'),
    summary: 'What another price would mean for the clients that the tariff has; changes nothing',
    params: byId,
    body: pricePreviewInput,
    answer: dataOf(pricePreview),
  }),
  prices: route({
    method: 'GET',
    path: '/admin/tariffs/:id/prices',
    access: staff('tariffs.read'),
    summary: 'The versions of a tariff’s price with their clients, the latest first',
    params: byId,
    answer: dataOf(z.array(priceVersion)),
  }),
  withdrawPrice: route({
    method: 'DELETE',
    path: '/admin/tariffs/:id/prices/:version',
    access: staff('tariffs.write'),
    summary: 'Take a price back that holds for nobody yet; clients who were told of it are told so',
    params: z.strictObject({ id, version: id }),
    answer: done,
    errors: ['in_force'],
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
