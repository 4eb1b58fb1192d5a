import * as z from 'zod';
import { dataOf, redirectAnswer } from '../../http/answers.ts';
import { staffLoginAnswer } from '../../accounts/auth.ts';
import { oidcInput, oidcReturnQuery, oidcStartQuery } from '../../accounts/oidc.ts';
import { recoverInput } from '../../accounts/auth.ts';
import { user } from '../../entities/user.ts';
import { id } from '../../kernel/primitives.ts';
import { anyone, route, staff } from '../../http/route.ts';

/** Staff sign in by OpenID Connect (GROWTH section 18; docs/decisions/0192). 404 while no provider is configured. */
export const oidcApi = {
  start: route({
    method: 'GET',
    path: '/admin/auth/oidc',
    access: anyone,
    summary: "Lead to the identity provider's page",
    query: oidcStartQuery,
    redirects: true,
    answer: redirectAnswer,
  }),
  callback: route({
    method: 'GET',
    path: '/admin/auth/oidc/callback',
    access: anyone,
    summary: 'Where the identity provider leads back: hands its answer to the login page',
    query: oidcReturnQuery,
    redirects: true,
    answer: redirectAnswer,
  }),
  signIn: route({
    method: 'POST',
    path: '/admin/auth/oidc',
    access: anyone,
    summary: 'Sign in with the answer of the identity provider, in the browser that started, once',
    body: oidcInput,
    answer: staffLoginAnswer,
    errors: [
      'oidc_not_invited',
      'oidc_email_unverified',
      'oidc_domain',
      'oidc_other_account',
      'oidc_denied',
      'oidc_expired',
      'oidc_failed',
      'oidc_unavailable',
      'too_many_requests',
    ],
  }),
  recover: route({
    method: 'POST',
    path: '/admin/auth/recover',
    access: anyone,
    summary: 'Sign in once by the link that the operator made on the command line',
    body: recoverInput,
    answer: staffLoginAnswer,
    errors: ['setup_closed', 'too_many_requests'],
  }),
  unlink: route({
    method: 'DELETE',
    path: '/admin/users/:id/oidc',
    access: staff('users.write'),
    sensitive: true,
    summary: 'Disconnect a colleague from the account at the identity provider; ends their sessions',
    params: z.strictObject({ id }),
    answer: dataOf(user),
    errors: ['above_own_permissions', 'deleted', 'oidc_not_linked'],
  }),
};
