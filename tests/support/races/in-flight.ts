import { randomUUID } from 'node:crypto';
import type { Entitlements, TicketAnswer } from '#contract/cabinets/cabinet.ts';
import { issueFirstLinks } from '#server/auth/one-time-link-store.ts';
import { endedSessionsOf } from '#server/cabinet-sessions/cabinet-session-store.ts';
import type { AccountKind, LinkPurpose } from '#server/db/tables.ts';
import { hashRecoveryCode, newRecoveryCodes } from '#server/accounts/two-factor/recovery-codes.ts';
import type { TestApp } from '#tests/support/app.ts';
import { callAsCabinet } from '#tests/support/cabinets/cabinet-calls.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, type Person } from '#tests/support/people.ts';

export const roots = { staff: '/api/admin/auth', customer: '/api/auth' } as const;
export const another = 'Another-Passw0rd-7';

/** An account of either kind, with the details that tests need. */
export interface Subject extends Person {
  kind: AccountKind;
  /** The client whose cabinet its tickets open. */
  clientId: string;
  /** The remaining recovery codes of an account with a second factor. */
  codes?: string[];
}

/**
 * Calls of an account, besides links, in the order in which they are started. Only a login writes the account's row,
 * so it is last: calls after a writer have no fixed place (`meetAtRow`).
 */
export const ways = ['refresh', 'ticket', 'cabinet', 'login'] as const;
export type Way = (typeof ways)[number];
export type Start = () => Promise<Answer>;

interface Flight {
  start: Start;
  isOpen: (answer: Answer) => Promise<boolean>;
}

/** Another session of the account with its running calls: each is started, and checked afterwards. */
export async function inFlight(app: TestApp, who: Subject, started: readonly Way[]) {
  const { kind, email, clientId } = who;
  const post = (path: string, body: unknown) => app.call('POST', `${roots[kind]}${path}`, { body });
  const signingIn = async (): Promise<Start> => {
    if (!who.codes) return () => post('/login', { email, password });
    const { challenge } = (await post('/login', { email, password })).body;
    const recovery_code = who.codes.pop();
    return () => post('/second-factor', { challenge, recovery_code });
  };
  const signedIn = async () => (await (await signingIn())()).body.access_token as string;
  const askTicket = (token: string) =>
    kind === 'staff'
      ? app.call('POST', `/api/admin/clients/${clientId}/sign-in`, { token, body: { reason: 'x' } })
      : app.call('POST', '/api/cabinet/sign-in', { token });
  const redeem = (ticket: string) =>
    callAsCabinet(app, clientId, { method: 'POST', path: 'tickets', body: { ticket } });
  const lets = async (answer: Answer): Promise<boolean> => {
    const token: unknown = answer.body.access_token;
    return typeof token === 'string' && (await letsIn(app, kind, token));
  };

  /** How to start each call, and how to check whether its answer still gives access. */
  const begin: Record<Way, () => Promise<Flight>> = {
    login: async () => ({ start: await signingIn(), isOpen: lets }),
    async refresh() {
      const token = await signedIn();
      return { start: () => app.call('POST', `${roots[kind]}/refresh-token`, { token }), isOpen: lets };
    },
    async ticket() {
      const token = await signedIn();
      const isOpen = async (answer: Answer) => {
        const ticket = ticketIn(answer);
        return ticket !== undefined && (await redeem(ticket)).status === 200;
      };
      return { start: () => askTicket(token), isOpen };
    },
    async cabinet() {
      const ticket = ticketIn(await askTicket(await signedIn())) ?? '';
      const isOpen = async ({ status, body }: Answer) => {
        // As in `entitlements`; the cabinet of a deleted client gets no answer.
        const told = await endedSessionsOf(app.platform.database.db, clientId, app.clock.now());
        return status === 200 && livesOn(body.data, told);
      };
      return { start: () => redeem(ticket), isOpen };
    },
  };

  const flights: (Flight & { way: Way })[] = [];
  // The new login is asked for its second factor last, because each challenge ends the one before.
  for (const way of started) flights.push({ way, ...(await begin[way]()) });
  return {
    starts: flights.map(({ start }) => start),
    /** Which of them give access now, by their answers in the same order. */
    async open(answers: readonly Answer[]): Promise<Partial<Record<Way, boolean>>> {
      const open: Partial<Record<Way, boolean>> = {};
      for (const [place, { way, isOpen }] of flights.entries()) {
        const answer = answers[place];
        open[way] = answer !== undefined && (await isOpen(answer));
      }
      return open;
    },
  };
}

export async function letsIn(app: TestApp, kind: AccountKind, token: string): Promise<boolean> {
  return (await app.call('GET', `${roots[kind]}/me`, { token })).status === 200;
}

/** The purposes of links that belong to an account. */
export type AccountLink = Exclude<LinkPurpose, 'setup' | 'member_invitation'>;

/** A link of an account, as if its email had just arrived, and the call that uses it. */
export async function linkInFlight(
  app: TestApp,
  who: Subject,
  purpose: AccountLink,
  chosenPassword = another,
): Promise<Start> {
  const { kind, id: accountId } = who;
  const { db } = app.platform.database;
  const now = app.clock.now();
  const token = randomUUID();
  const email = addressOf(purpose, await accountRow());
  await issueFirstLinks(db, [{ token, purpose, accountId, email, now, seconds: 3600 }]);
  const post = (path: string, body: unknown) => () => app.call('POST', `${roots[kind]}${path}`, { body });
  const chosen = { password: chosenPassword, password_confirmation: chosenPassword };
  switch (purpose) {
    case 'reset':
    case 'client_invitation':
    case 'staff_reset':
      return post('/change', { hash: token, ...chosen });
    case 'confirm':
    case 'confirm_new_email':
      return post('/confirm', { hash: token });
    case 'confirm_staff_email':
      return post('/confirm-address', { hash: token });
    case 'refuse_email':
    case 'refuse_staff_email':
      return post('/refuse-address', { hash: token });
    case 'staff_recovery':
      return post('/recover', { token });
    case 'staff_invitation':
      return post('/register', { token, name: 'x', ...chosen });
    case 'second_factor': {
      const [recovery_code = ''] = newRecoveryCodes();
      const code_hash = hashRecoveryCode(recovery_code);
      const code = { code_hash, created_at: now };
      await (
        kind === 'staff'
          ? db.insertInto('recovery_codes').values({ user_id: accountId, ...code })
          : db.insertInto('person_recovery_codes').values({ person_id: accountId, ...code })
      ).execute();
      // Both tables have the columns.
      await db
        .updateTable((kind === 'staff' ? 'users' : 'persons') as 'users')
        .set((eb) => ({ two_factor_at: eb.fn.coalesce('two_factor_at', eb.val(now)) }))
        .where('id', '=', accountId)
        .execute();
      return post('/second-factor', { challenge: token, recovery_code });
    }
  }

  /** With an address that waits, so that there is one to confirm and one to refuse. */
  async function accountRow() {
    const pending_email = `waiting-${who.email}`;
    const table = kind === 'staff' ? ('users' as const) : ('clients' as const);
    const isAboutOne = purpose.includes('_email');
    if (isAboutOne) {
      await db
        .updateTable(table)
        .set({ pending_email })
        .where('id', '=', accountId)
        .where('pending_email', 'is', null)
        .execute();
    }
    return db
      .selectFrom(table)
      .select(['email', 'pending_email'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
  }
}

function addressOf(purpose: AccountLink, row: { email: string; pending_email: string | null }) {
  return purpose === 'confirm_new_email' || purpose === 'confirm_staff_email' ? row.pending_email : row.email;
}

function ticketIn(answer: Answer): string | undefined {
  const url: unknown = answer.body.data?.url;
  return typeof url === 'string' ? (new URL(url).searchParams.get('ticket') ?? undefined) : undefined;
}

/** Whether a session goes on in a cabinet that obeys the entitlements. */
function livesOn(
  session: TicketAnswer,
  told: Pick<Entitlements, 'sessions_valid_from' | 'persons' | 'acting_users_ended' | 'sessions_ended'>,
): boolean {
  const began = session.signed_in_at ?? '';
  const person = told.persons.find(({ id }) => id === session.person?.id);
  return (
    began >= (told.sessions_valid_from ?? '') &&
    began >= (person?.valid_from ?? '') &&
    !told.acting_users_ended.includes(session.acting_user?.id ?? '') &&
    !told.sessions_ended.includes(session.session_id ?? '')
  );
}
