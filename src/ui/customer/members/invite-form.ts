import * as z from 'zod';
import { contactFields } from '#contract/contact/registration.ts';
import { memberInput } from '#contract/accounts/member.ts';

/** An invitation, with the name of the person who invites where that is still to be given. */
export function inviteForm(asksName: boolean) {
  const name = asksName ? contactFields.name : z.string().transform(() => undefined);
  return memberInput.extend({ name });
}
