import * as z from 'zod';
import { dataOf, done, listOf } from '../http/answers.ts';
import { partner, partnerChanges, partnerInput, partnerList } from '../entities/partner.ts';
import { id } from '../kernel/primitives.ts';
import { partnerChoice } from '../contact/registration.ts';
import { route, staff } from '../http/route.ts';
import { customerAddresses } from './customer-addresses.ts';

const byId = z.strictObject({ id });

/** Banks and alliances: prefix `admin/partners`. */
export const partnerApi = {
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
};

/** Partners that a registration may choose from. */
export const publicPartnerApi = {
  partners: route({
    ...customerAddresses.partners,
    summary: 'Banks and alliances that one can register through',
    answer: dataOf(z.array(partnerChoice)),
  }),
};
