import type { AuthProvider } from '@refinedev/core';
import type {
  LoginInput,
  StaffAccount,
  StaffLoginAnswer,
  StaffRegisterInput,
} from '#contract/accounts/auth.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { type HttpClient, HttpError } from '#web/providers/http-client.ts';
import { forgetLocale, setLocale } from '#web/providers/i18n.ts';
import { sitePath } from '#web/providers/site-path.ts';
import type { StaffSession } from '#web/providers/staff-session.ts';

/**
 * Refine's auth provider over the staff session (specification, sections 2 and 4). Login and register throw
 * `HttpError`, so that a form shows errors at its fields.
 */
export function createAuthProvider(http: HttpClient, session: StaffSession) {
  /** Begins the session, in the account's language; without its texts, in the one on the screen. */
  const enter = async (answer: StaffLoginAnswer) => {
    await setLocale(answer.data.locale).catch(() => undefined);
    session.save(answer);
    return { success: true };
  };
  return {
    enter,
    login: async (input: LoginInput) => enter(await http.call(staffApi.login, { body: input })),
    register: async (input: StaffRegisterInput) => enter(await http.call(staffApi.register, { body: input })),
    logout: async () => {
      const token = session.token();
      session.end('logged-out');
      void forgetLocale().catch(() => undefined);
      if (token !== null) {
        // Signed out here, whatever the server answers.
        await http
          .call(staffApi.logout, { headers: { Authorization: `Bearer ${token}` } })
          .catch(() => undefined);
      }
      // The screens behind the login redirect by themselves; a second redirect would be one entry too many in the
      // history.
      return { success: true };
    },
    check: async () => {
      if (session.token() !== null) return { authenticated: true };
      session.end();
      return { authenticated: false, redirectTo: loginPath(location) };
    },
    onError: async (error) => {
      const cause: unknown = error?.cause ?? error;
      if (!(cause instanceof HttpError) || cause.status !== 401) return {};
      session.end();
      return { redirectTo: loginPath(location) };
    },
    getPermissions: async () => session.permissions(),
    getIdentity: async (): Promise<StaffAccount> => {
      const { data } = await http.call(staffApi.me);
      session.rememberAccount(data);
      return data;
    },
  } satisfies AuthProvider & Record<'enter', unknown>;
}
export type StaffAuth = ReturnType<typeof createAuthProvider>;

/** The login address that leads back to the present place. */
export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  return `/login?${new URLSearchParams({ redirect: pathname + search })}`;
}

/** Where a login leads: a path within the panel, else Home. */
export function pathAfterLogin(redirect: string | null): string {
  const path = sitePath(redirect);
  return path !== null && /^\/admin-panel(?=[/?#]|$)/.test(path) ? path : '/admin-panel';
}
