import { oidcFragments } from '#contract/accounts/oidc.ts';
import { oidcApi as api } from '#contract/routes/accounts/oidc.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import { type Implementation, on, onStaff } from '#server/http/routes.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { newState, type OidcState, readState, sealState } from '#server/oidc/oidc-state.ts';
import { recoverStaff } from '#server/users/joining/join-staff.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { requireProvider } from './accept-identity.ts';
import { signInByOidc } from './sign-in-by-oidc.ts';
import { unlinkOidc } from './unlink-oidc.ts';

/** `admin/auth/oidc…`, and a colleague's connection. */
export function oidcRoutes(deps: StaffDeps): Implementation[] {
  const { secrets, devices } = deps;
  return [
    on(api.start, async ({ query, caller, setCookie }) => {
      const provider = requireProvider(deps);
      const { browser, setCookie: cookie } = provider.cookie.begin(caller.cookies);
      setCookie(cookie);
      const asked = { redirect: query.redirect ?? null, fresh: query.fresh === '1' };
      const state = newState(browser, caller.now, asked);
      const sealed = sealState(secrets, state);
      try {
        return { location: await provider.addressFor(state, sealed) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // As if the provider had answered so itself: the login page says it in words.
        return {
          location: pageFor(state, new URLSearchParams({ error: 'temporarily_unavailable', state: sealed })),
        };
      }
    }),
    on(api.callback, async ({ request }) => {
      requireProvider(deps);
      const answer = new URL(request.url, 'http://any.invalid').searchParams;
      return { location: pageFor(readState(secrets, answer.get('state')), answer) };
    }),
    on(api.signIn, async (call) =>
      knowDevice(devices, 'staff', call, await signInByOidc(deps, call.caller, call.body.answer)),
    ),
    on(api.recover, async (call) =>
      knowDevice(devices, 'staff', call, await recoverStaff(deps, call.caller, call.body)),
    ),
    onStaff(api.unlink, async ({ caller, params }) => ({ data: await unlinkOidc(deps, caller, params.id) })),
  ];
}

/** The login page with the answer in the fragment, which no log and no other site sees. */
function pageFor(state: OidcState | undefined, answer: URLSearchParams): string {
  const redirect = state?.redirect ?? null;
  const search = redirect === null ? '' : `?${new URLSearchParams({ redirect })}`;
  const kind = state?.fresh ? oidcFragments.proof : oidcFragments.signIn;
  return `/login${search}#${new URLSearchParams({ [kind]: answer.toString() })}`;
}
