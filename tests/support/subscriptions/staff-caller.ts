import type { StaffCaller } from '#server/kernel/caller.ts';

/** Somebody of the staff who calls a use directly, without the API. */
export function staffCaller(id: string, now: Date): StaffCaller {
  return {
    actor: {
      kind: 'staff',
      id,
      name: 'Olena',
      sessionId: '',
      keyId: null,
      permissions: [],
      mustSetUpTwoFactor: false,
      provedAt: null,
    },
    now,
    locale: 'en',
    ip: null,
    requestId: null,
    userAgent: null,
    cookies: null,
  };
}
