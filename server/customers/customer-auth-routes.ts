import { beforeLogin } from '#server/auth/login-guard/guard-login.ts';
import { beforeEmail, beforeUse } from '#server/auth/guard.ts';
import type { FastifyRequest } from 'fastify';
import { customerApi as api } from '#contract/routes/customer.ts';
import { publicOfferApi } from '#contract/routes/offer.ts';
import { publicPartnerApi } from '#contract/routes/partner.ts';
import { publicPromoCodeApi } from '#contract/routes/promo-code.ts';
import { askForEmail } from '#server/accounts/ask-for-email.ts';
import { signOut } from '#server/accounts/sessions.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import { type Implementation, on, tokenOf } from '#server/http/routes.ts';
import { partnerChoices } from '#server/partners/partner-store.ts';
import { confirmCustomerAddress, refuseCustomerAddress } from './confirm-address.ts';
import { checkPassword, checkPasswordLink } from './check-password.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { readOffer, readPromoCode } from './read-registration.ts';
import { beforeRegister, registerCustomer } from './register-customer.ts';
import { beforeResend, clientOfToken, resendConfirmation } from './resend-confirmation.ts';
import { askForReset, resetCustomerPassword } from './reset-customer-password.ts';
import { readRegistrationStart } from './starting-tariff.ts';
import { refreshCustomer, signInCustomer } from './sign-in-customer.ts';

/** Prefixes `auth` and `offer` (API.md, "Customers"). */
export function customerAuthRoutes(deps: CustomerDeps): Implementation[] {
  const { guard, devices } = deps;
  const sent = (answer: { retry_after: number }) => ({ data: { sent: true as const, ...answer } });
  return [
    on(
      api.register,
      ({ caller, body }) => registerCustomer(deps, caller, body),
      ({ caller }) => beforeRegister(deps, caller),
    ),
    on(api.registrationStart, async ({ caller, query }) => ({
      data: await readRegistrationStart(deps, caller.locale, query),
    })),
    on(api.checkPassword, async ({ caller, body }) => ({ data: await checkPassword(deps, caller, body) })),
    on(api.checkPasswordLink, async ({ caller, body }) => {
      await checkPasswordLink(deps, caller, body);
      return { data: {} };
    }),
    on(publicPartnerApi.partners, async () => ({ data: await partnerChoices(deps.db) })),
    on(
      publicPromoCodeApi.promoCode,
      async ({ caller, body }) => ({ data: await readPromoCode(deps, caller, body) }),
      ({ caller }) => beforeUse(guard, 'promo', caller),
    ),
    on(publicOfferApi.offer, async ({ caller }) => ({ data: await readOffer(deps, caller.locale) })),
    on(
      api.resendConfirmation,
      async ({ caller, body: { email }, ...call }) => {
        const by = await clientOfToken(deps, clientToken(call), caller.now);
        return sent(await resendConfirmation(deps, caller, { by, email }));
      },
      async ({ caller: { now }, rawBody, ...call }) =>
        beforeResend(deps, { by: await clientOfToken(deps, clientToken(call), now), rawBody, now }),
    ),
    on(
      api.sendReset,
      async ({ caller, body }) => sent(await askForReset(deps, caller, body.email)),
      ({ caller, rawBody }) => beforeEmail(guard, 'reset', { kind: 'customer', caller, body: rawBody }),
    ),
    on(
      api.findCabinet,
      async ({ caller, body }) => sent(await askForEmail(deps, caller, 'cabinet_address', body.email)),
      ({ caller, rawBody }) => beforeEmail(guard, 'find', { kind: 'customer', caller, body: rawBody }),
    ),
    on(api.confirm, async (call) => {
      const { caller, body, token } = call;
      const answer = await confirmCustomerAddress(deps, caller, { ...body, token });
      return 'access_token' in answer ? knowDevice(devices, 'customer', call, answer) : answer;
    }),
    on(api.refuseAddress, async ({ caller, body }) => ({
      data: await refuseCustomerAddress(deps, caller, body.hash),
    })),
    on(api.changePassword, async (call) =>
      knowDevice(devices, 'customer', call, await resetCustomerPassword(deps, call.caller, call.body)),
    ),
    on(
      api.login,
      async (call) =>
        knowDevice(devices, 'customer', call, await signInCustomer(deps, call.caller, call.body)),
      ({ caller, rawBody }) => beforeLogin(guard, 'customer', { caller, body: rawBody }),
    ),
    on(api.refresh, async (call) =>
      knowDevice(devices, 'customer', call, await refreshCustomer(deps, call.caller, call.token)),
    ),
    on(api.logout, async ({ token, caller }) => {
      await signOut(deps, caller, { kind: 'customer', token });
      return { data: {} };
    }),
  ];
}

/** The token of `AuthorizationClient`, else the bearer's. */
function clientToken({ token, request }: { token: string | null; request: FastifyRequest }): string | null {
  return tokenOf(request.headers.authorizationclient) ?? token;
}
