import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { TicketAnswer } from '#contract/cabinets/cabinet.ts';
import type { PlayedPlatform } from './played-platform.ts';
import { type Check, check, type Finding, type Point, point } from './point.ts';
import { cookieHeader, type Page } from './ask-page.ts';

const section = 'Sessions that end';
const old = '2026-01-01T10:00:00.000Z';
const between = '2026-01-02T10:00:00.000Z';
const recent = '2026-01-03T10:00:00.000Z';
const afterRecent = '2026-01-03T10:00:00.001Z';

const checks = {
  all: check('ends_all', section, 'It drops sessions that began before "sessions_valid_from"'),
  person: check('ends_person', section, 'It drops a person’s sessions of before "valid_from"'),
  acting: check('ends_acting', section, 'It drops the sessions of "acting_users_ended"'),
  session: check('ends_session', section, 'It drops what came from one of "sessions_ended"'),
  kept: check('ends_no_other', section, 'It drops no other session'),
};
type Kind = keyof typeof checks;
const kinds: readonly Kind[] = ['all', 'person', 'acting', 'session', 'kept'];

export const sessionChecks: readonly Check[] = Object.values(checks);

interface Visiting {
  platform: PlayedPlatform;
  signIn(ticket: string): Promise<Page | Error>;
  visit(path: string, cookie: string): Promise<Page | Error>;
  /** How long an ended session may still open the cabinet. */
  endMs: number;
}

/** Whether a product drops the sessions that the platform ended, and no others. */
export async function sessionPoints(visiting: Visiting): Promise<Point[]> {
  const { platform } = visiting;
  const [ended, colleague] = [randomUUID(), randomUUID()];
  const someone = (id: string) => ({
    id,
    name: 'Person of the Check',
    email: 'person@platform.example',
    role: 'owner' as const,
  });
  const tickets: Record<Kind, Partial<TicketAnswer>> = {
    all: { person: someone(randomUUID()), signed_in_at: old },
    person: { person: someone(ended), signed_in_at: recent },
    acting: {
      person: null,
      acting_user: { id: colleague, name: 'Colleague of the Check' },
      signed_in_at: recent,
    },
    session: { person: someone(randomUUID()), session_id: ended, signed_in_at: recent },
    kept: { person: someone(randomUUID()), signed_in_at: recent },
  };
  const opened = new Map<Kind, Page | Error>();
  for (const kind of kinds) opened.set(kind, await visiting.signIn(platform.ticketFor(tickets[kind])));
  const before = await findings(kinds, (kind) => isOpen(opened.get(kind), visiting));
  platform.end({
    sessions_valid_from: between,
    persons: [{ id: ended, valid_from: afterRecent }],
    acting_users_ended: [colleague],
    sessions_ended: [ended],
  });
  const after = await afterwards(opened, visiting);
  platform.end({});
  return kinds.map((kind) => point(checks[kind], found(kind, before.get(kind), after.get(kind))));
}

function found(kind: Kind, wasOpen: boolean | undefined, isStillOpen: boolean | undefined): Finding {
  if (!wasOpen) return ['lacks', 'there was no session, or it opened nothing'];
  if (kind === 'kept')
    return isStillOpen ? 'ok' : ['lacks', 'a session that the platform did not name is over'];
  return isStillOpen ? ['lacks', 'the session still opens the cabinet'] : 'ok';
}

/** Waits until all ended sessions are dropped, or the time is over. */
async function afterwards(opened: Map<Kind, Page | Error>, visiting: Visiting) {
  const deadline = performance.now() + visiting.endMs;
  for (;;) {
    const now = await findings(kinds, (kind) => isOpen(opened.get(kind), visiting));
    const left = kinds.filter((kind) => kind !== 'kept' && now.get(kind));
    if (left.length === 0 || performance.now() >= deadline) return now;
    await wait(500);
  }
}

async function findings(all: readonly Kind[], ask: (kind: Kind) => Promise<boolean>) {
  const answers = new Map<Kind, boolean>();
  for (const kind of all) answers.set(kind, await ask(kind));
  return answers;
}

async function isOpen(entered: Page | Error | undefined, { visit }: Visiting): Promise<boolean> {
  if (!entered || entered instanceof Error || !entered.location || entered.cookies.length === 0) return false;
  const { pathname, search } = entered.location;
  const answer = await visit(pathname + search, cookieHeader(entered));
  return !(answer instanceof Error) && answer.status === 200;
}
