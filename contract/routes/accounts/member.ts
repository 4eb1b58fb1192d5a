import * as z from 'zod';
import { customerLoginAnswer } from '../../accounts/auth.ts';
import {
  acceptInput,
  companyInput,
  invitation,
  invitationToken,
  member,
  memberChange,
  memberInput,
  ownCompany,
  switchInput,
} from '../../accounts/member.ts';
import { ownPerson, ownPersonInput } from '../../accounts/own-person.ts';
import { dataOf, done } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import { id } from '../../kernel/primitives.ts';
import { customerAddresses } from '../customer-addresses.ts';

/** Persons and the clients whom they act for (GROWTH section 18). */
export const memberApi = {
  person: route({
    ...customerAddresses.person,
    summary: 'Who is signed in: name and phone, whatever their role',
    answer: dataOf(ownPerson),
  }),
  changePerson: route({
    ...customerAddresses.changePerson,
    summary: "Change one's own name and phone; the client's name stays",
    body: ownPersonInput,
    answer: dataOf(ownPerson),
    errors: ['account_blocked', 'phone_taken', 'stale'],
  }),
  members: route({
    ...customerAddresses.members,
    summary: 'The members of the client, and who is invited',
    answer: dataOf(z.array(member)),
  }),
  inviteMember: route({
    ...customerAddresses.inviteMember,
    summary: 'Invite somebody by email; an invitation that waits for the same address is replaced',
    body: memberInput,
    answer: dataOf(member),
    status: 201,
    errors: [
      'role_required',
      'account_blocked',
      'unconfirmed',
      'already_member',
      'sent_recently',
      'too_many_requests',
    ],
  }),
  changeMember: route({
    ...customerAddresses.changeMember,
    summary: "Change a member's role, or an invitation that waits",
    params: z.strictObject({ id }),
    body: memberChange,
    answer: dataOf(member),
    errors: [
      'role_required',
      'account_blocked',
      'unconfirmed',
      'already_member',
      'last_owner',
      'sent_recently',
      'too_many_requests',
    ],
  }),
  removeMember: route({
    ...customerAddresses.removeMember,
    summary: 'Remove a member or withdraw an invitation',
    params: z.strictObject({ id }),
    answer: done,
    errors: ['role_required', 'account_blocked', 'unconfirmed', 'last_owner'],
  }),
  leaveCompany: route({
    ...customerAddresses.leaveCompany,
    summary: 'Leave the client: it is no company of the person any more',
    answer: done,
    errors: ['last_owner'],
  }),
  companies: route({
    ...customerAddresses.companies,
    summary: 'The clients whom the person may act for',
    answer: dataOf(z.array(ownCompany)),
  }),
  addCompany: route({
    ...customerAddresses.addCompany,
    summary: 'Register one more client for the same person, and go on as it',
    body: companyInput,
    answer: customerLoginAnswer,
    status: 201,
    errors: ['registration_closed', 'unconfirmed', 'phone_taken', 'too_many_requests'],
  }),
  switchCompany: route({
    ...customerAddresses.switchCompany,
    summary: 'Go on as another client of the same person, with a new session',
    body: switchInput,
    answer: customerLoginAnswer,
  }),
  invitation: route({
    ...customerAddresses.invitation,
    summary: 'What an emailed invitation is for; does not use it up',
    body: invitationToken,
    answer: dataOf(invitation),
    errors: ['link_invalid', 'too_many_requests'],
  }),
  acceptInvitation: route({
    ...customerAddresses.acceptInvitation,
    summary:
      'Accept an invitation: by signing in, or with a name and a password where nobody has the address',
    body: acceptInput,
    answer: customerLoginAnswer,
    errors: ['link_invalid', 'sign_in_first', 'invitation_for_another', 'too_many_requests'],
  }),
  clientMembers: route({
    method: 'GET',
    path: '/admin/clients/:id/members',
    access: staff('clients.read'),
    summary: 'The members of a client, and who is invited',
    params: z.strictObject({ id }),
    answer: dataOf(z.array(member)),
  }),
};
