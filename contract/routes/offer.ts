import { dataOf, listOf } from '../http/answers.ts';
import { offerInput, offerList, offerVersion } from '../entities/offer.ts';
import { offer } from '../contact/registration.ts';
import { anyone, route, staff } from '../http/route.ts';

/** Versions of terms and privacy: prefix `admin/offer`. */
export const offerApi = {
  offers: route({
    method: 'GET',
    path: '/admin/offer',
    access: staff('settings.read'),
    summary: 'Versions of the terms and of the privacy text in every language, newest first',
    list: offerList,
    answer: listOf(offerVersion),
  }),
  publishOffer: route({
    method: 'POST',
    path: '/admin/offer',
    access: staff('settings.write'),
    summary: 'Publish the next version of the terms or of the privacy text in a language',
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
    method: 'GET',
    path: '/offer',
    access: anyone,
    summary: "The public offer in the request's language",
    answer: dataOf(offer),
  }),
};
