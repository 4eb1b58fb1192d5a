import type { FastifyRequest } from 'fastify';
import type { customerApi } from '#contract/customer-api.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import { type Implementation, on, tokenOf } from '#server/http/routes.ts';
import type { CustomerAuthService } from './customer-auth-service.ts';
import type { RegistrationService } from './registration-service.ts';

interface CustomerAuthRouteDeps {
  api: ReturnType<typeof customerApi>;
  customers: CustomerAuthService;
  registration: RegistrationService;
  guard: LoginGuard;
}

/** Prefixes `auth` and `offer` (API.md, "Customers"). */
export function customerAuthRoutes({
  api,
  customers,
  registration,
  guard,
}: CustomerAuthRouteDeps): Implementation[] {
  const sent = (answer: { retry_after: number }) => ({ data: { sent: true as const, ...answer } });
  return [
    on(
      api.register,
      ({ caller, body }) => registration.register(caller, body),
      ({ caller }) => registration.beforeRegister(caller),
    ),
    on(api.partners, async () => ({ data: await registration.partners() })),
    on(
      api.promoCode,
      async ({ caller, body }) => ({ data: await registration.promoCode(caller, body) }),
      ({ caller }) => guard.beforePromoCode(caller),
    ),
    on(api.offer, async ({ caller }) => ({ data: await registration.offer(caller.locale) })),
    on(
      api.resendConfirmation,
      async ({ caller, body, ...call }) => {
        const client = await customers.clientOfToken(clientToken(call), caller.now);
        return sent(await customers.resendConfirmation(caller, client, body.email));
      },
      async ({ caller, ...call }) => {
        await customers.beforeResend(
          await customers.clientOfToken(clientToken(call), caller.now),
          caller.now,
        );
      },
    ),
    on(
      api.sendReset,
      async ({ caller, body }) => sent(await customers.sendReset(caller, body.email)),
      ({ caller, rawBody }) => guard.beforeMail('reset', 'customer', caller, rawBody),
    ),
    on(
      api.findCabinet,
      async ({ caller, body }) => sent(await customers.findCabinet(caller, body.email)),
      ({ caller, rawBody }) => guard.beforeMail('find', 'customer', caller, rawBody),
    ),
    on(
      api.confirm,
      ({ caller, body }) => customers.confirm(caller, body.hash),
      ({ caller }) => guard.beforeLink(caller),
    ),
    on(
      api.changePassword,
      ({ caller, body }) => customers.changePassword(caller, body),
      ({ caller }) => guard.beforeLink(caller),
    ),
    on(
      api.login,
      ({ caller, body }) => customers.login(caller, body),
      ({ caller, rawBody }) => guard.beforeLogin('customer', caller, rawBody),
    ),
    on(api.refresh, ({ token, caller }) => customers.refresh(token, caller.now)),
    on(api.logout, async ({ token }) => {
      await customers.logout(token);
      return { data: {} };
    }),
  ];
}

/** The token of `AuthorizationClient`, else the bearer's. */
function clientToken({ token, request }: { token: string | null; request: FastifyRequest }): string | null {
  return tokenOf(request.headers.authorizationclient) ?? token;
}
