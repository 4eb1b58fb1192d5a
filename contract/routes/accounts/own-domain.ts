import { ownDomain, ownDomainInput } from '../../cabinets/own-domain.ts';
import { dataOf } from '../../http/answers.ts';
import { route } from '../../http/route.ts';
import { customerAddresses } from '../customer-addresses.ts';

/** A domain of the customer's own for the cabinet: prefix `auth/me` (GROWTH section 20). */
export const ownDomainApi = {
  ownDomain: route({
    ...customerAddresses.ownDomain,
    summary: "The customer's own domain: its state, and the records to set",
    answer: dataOf(ownDomain),
  }),
  askForDomain: route({
    ...customerAddresses.askForDomain,
    summary: 'Ask for an own domain, which is used once its records are right',
    body: ownDomainInput,
    answer: dataOf(ownDomain),
    errors: ['cabinet_not_active', 'too_many_requests'],
  }),
  removeDomain: route({
    ...customerAddresses.removeDomain,
    summary: "Go back to the platform's address at once",
    answer: dataOf(ownDomain),
  }),
  checkDomain: route({
    ...customerAddresses.checkDomain,
    summary: 'Look at the records now; a domain that was given up is tried again',
    answer: dataOf(ownDomain),
    errors: ['not_found', 'cabinet_not_active', 'too_many_requests'],
  }),
};
