import type { StaffAccount, StaffLoginAnswer } from '#contract/accounts/auth.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { type ClientSession, createHttpClient, exclusively, HttpError } from '#web/providers/http-client.ts';
import { createProofRequest, type ProofRequest } from '#web/providers/proof-request.ts';
import { clearCustomerSession, clearStaffSession, storage } from '#web/ui/shared/local-storage.ts';

/** The session of a member of staff: in local storage, shared by all tabs (DESIGN sections 4 and 9). */
export interface StaffSession extends ClientSession {
  permissions(): Permission[];
  /** When the session ends unless it is continued, in milliseconds since 1970; null without one. */
  endsAt(): number | null;
  /** Stores a login, a registration or a refresh. */
  save(answer: StaffLoginAnswer): void;
  /** Stores what the server says about the account now. */
  rememberAccount(account: Pick<StaffAccount, 'permissions' | 'two_factor_missing'>): void;
  /** A second factor has to be set up before anything else. */
  isTwoFactorMissing(): boolean;
  setTwoFactorMissing(isMissing: boolean): void;
  /** What the dialog for a fresh proof waits on. */
  proof: ProofRequest;
  /** Clears it, whatever the server says. A logout clears a customer's session in this browser too. */
  end(how?: 'logged-out' | 'lost'): void;
  /**
   * How this page's last session ended: after a logout nobody is led back to where they were. Null when none has
   * ended since.
   */
  lastEnd(): 'logged-out' | 'lost' | null;
  /** Exchanges the token now, so that the session has its full time again. False when it is over. */
  renew(): Promise<boolean>;
  /**
   * Calls back when the session begins, changes or ends, in this tab or another; returns a function that stops this.
   */
  subscribe(listener: () => void): () => void;
}

/** A token this close to its end is exchanged before use. */
const marginMs = 5000;

/** Makes the panel's only session. */
export function createStaffSession({
  apiUrl,
  locale,
}: {
  apiUrl: string;
  locale: () => Locale;
}): StaffSession {
  const http = createHttpClient({ apiUrl, locale, session: null });
  const listeners = new Set<() => void>();
  let lastEnd: 'logged-out' | 'lost' | null = null;
  let isTwoFactorMissing = false;
  const changed = () => listeners.forEach((listener) => listener());
  storage.onChange((key) => {
    if (key === null || ['token', 'session', 'permissions'].includes(key)) changed();
  });

  const session: StaffSession = {
    proof: createProofRequest(),
    token: () => storage.get('token'),
    isExpired: () => (storage.get('expires') ?? 0) - marginMs <= Date.now(),
    permissions: () => storage.get('permissions') ?? [],
    endsAt: () => storage.get('session'),
    save(answer) {
      lastEnd = null;
      store(answer);
      isTwoFactorMissing = answer.data.two_factor_missing;
      changed();
    },
    rememberAccount({ permissions: held, two_factor_missing: isMissing }) {
      session.setTwoFactorMissing(isMissing);
      if (String(held) === String(session.permissions())) return;
      storage.set('permissions', held);
      changed();
    },
    isTwoFactorMissing: () => isTwoFactorMissing,
    setTwoFactorMissing(isMissing) {
      if (isMissing === isTwoFactorMissing) return;
      isTwoFactorMissing = isMissing;
      changed();
    },
    refused: ({ code }) => {
      if (code === ('two_factor_required' satisfies ErrorCode)) session.setTwoFactorMissing(true);
    },
    lastEnd: () => lastEnd,
    end(how = 'lost') {
      if (how === 'logged-out' || session.token() !== null) lastEnd = how;
      isTwoFactorMissing = false;
      session.proof.settle(false);
      clearStaffSession();
      // A logout clears every session in this browser (specification, section 4).
      if (how === 'logged-out') clearCustomerSession();
      changed();
    },
    lost: () => session.end(),
    async refresh() {
      const token = session.token();
      if (token === null) return null;
      try {
        session.save(await http.call(staffApi.refresh, { headers: { Authorization: `Bearer ${token}` } }));
        return session.token();
      } catch (error) {
        if (error instanceof HttpError && error.status === 401) return null;
        throw error;
      }
    },
    renew: () => renew(session),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return session;
}

async function renew(session: StaffSession): Promise<boolean> {
  const stale = session.token();
  const successor = await exclusively(async () =>
    session.token() === stale ? session.refresh() : session.token(),
  );
  if (successor === null) session.end();
  return successor !== null;
}

function store({ access_token, expires_in, session_ttl, data, domain }: StaffLoginAnswer): void {
  const now = Date.now();
  storage.set('token', access_token);
  storage.set('expires', now + expires_in * 1000);
  storage.set('session', now + session_ttl * 1000);
  storage.set('permissions', data.permissions);
  // Staff have no cabinet of their own; the panel's host is used.
  storage.set('domain', domain ?? location.hostname);
}

/**
 * When to ask whether to continue: 60 s before the end, or halfway if less than two minutes were left at the start
 * (DESIGN section 9). Milliseconds since 1970.
 */
export function warningAt({ endsAt, seenAt }: { endsAt: number; seenAt: number }): number {
  const length = endsAt - seenAt;
  return length < 120_000 ? seenAt + length / 2 : endsAt - 60_000;
}
