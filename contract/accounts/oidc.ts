import * as z from 'zod';

/** `GET admin/auth/oidc`: where to lead afterwards; `fresh`: to prove who one is before a sensitive act. */
export const oidcStartQuery = z.strictObject({
  redirect: z.string().max(4000).optional(),
  fresh: z.enum(['1']).optional(),
});

/** What a provider sends back: parameters of its own may be among them. */
export const oidcReturnQuery = z.record(z.string(), z.unknown());

/** The query of that return, as it came. */
const oidcAnswer = z.string().min(1).max(8000);

export const oidcInput = z.strictObject({ answer: oidcAnswer });
export const oidcProof = oidcAnswer;

/** The fragments with which a return comes to the login page: to sign in, or for the page that waits for a proof. */
export const oidcFragments = { signIn: 'oidc', proof: 'oidc-proof' } as const;
/** The channel by which a window hands its answer to the page that opened it. */
export const oidcChannel = 'tenantry-oidc-proof';
