import { dataOf, listOf } from '../http/answers.ts';
import { offerInput, offerList, offerVersion } from '../entities/offer.ts';
import { offer } from '../contact/registration.ts';
import { route, staff } from '../http/route.ts';
import { customerAddresses } from './customer-addresses.ts';

/** Versions of the public offer: prefix `admin/offer`. */
export const offerApi = {
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
};

/** The public offer: prefix `offer`. */
export const publicOfferApi = {
  offer: route({
    // The specification's "GET with empty path" can be read in two ways.
    alsoAt: '/offer/',
    ...customerAddresses.offer,
    summary: "The public offer in the request's language",
    answer: dataOf(offer),
  }),
};
