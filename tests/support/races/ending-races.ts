import { expect } from 'vitest';
import { type Ending, type EndingCause, endings, linkGroups } from '#server/auth/endings.ts';
import type { AccountKind } from '#server/db/tables.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import {
  type AccountLink,
  inFlight,
  letsIn,
  linkInFlight,
  type Start,
  type Subject,
  type Way,
  ways,
} from './in-flight.ts';
import { meetAtRow } from './races.ts';

/** The stages of an account, with the links that it may have at each. */
export const standings = {
  customer: {
    confirmed: ['second_factor', 'reset', 'confirm_new_email', 'refuse_email'],
    /** Made by staff: a cabinet before its address is confirmed. */
    unconfirmed: ['confirm'],
    invited: ['client_invitation'],
  },
  staff: {
    joined: ['second_factor', 'staff_recovery', 'staff_reset', 'confirm_staff_email', 'refuse_staff_email'],
    invited: ['staff_invitation'],
  },
} as const satisfies Record<AccountKind, Record<string, readonly AccountLink[]>>;
export type Standing<Kind extends AccountKind> = keyof (typeof standings)[Kind] & string;

/** Why a row of the table has no such race. */
type Reason =
  | 'nobody signs in before the invitation'
  | 'no address is confirmed'
  | 'the address is confirmed'
  | 'no password is set'
  | 'no mail of this kind before joining'
  | 'no cabinet is being made'
  | 'the cabinet of a blocked client is closed'
  | 'no challenge while it is off';
export const never = (why: Reason) => ({ why });

export interface Case<Kind extends AccountKind> {
  /** Who makes the change. One's own change may come too late, when another one has ended its session or link. */
  by: 'oneself' | 'link' | 'staff' | 'platform';
  in: Record<Standing<Kind>, 'yes' | { why: Reason }>;
  /** Things that can't be running at that stage. */
  not?: Partial<Record<Way | AccountLink, { why: Reason }>>;
  /** Returns the change, ready to be made. The running calls begin after it. */
  prepare: (who: Subject) => Promise<Start>;
  /** Happens once everything is running, before the race. */
  beforeRace?: (who: Subject) => Promise<unknown>;
  answers?: number;
  /** Whether the old address and password let somebody in afterwards. */
  loginAfter: boolean;
  /** It reads first and then waits for the lock again to end what it found: a ticket may come in between or after. */
  endsLater?: true;
  /** The account is deleted before. */
  isBack?: true;
  /** Only clients with a cabinet can be changed like this. */
  ofCabinet?: true;
}

type CauseOf<Kind extends AccountKind> = {
  [Cause in EndingCause]: Kind extends (typeof endings)[Cause]['of'][number] ? Cause : never;
}[EndingCause];
/** Every row of the table for this kind of account: one without its cases doesn't compile. */
export type Cases<Kind extends AccountKind> = Record<CauseOf<Kind>, readonly Case<Kind>[]>;

/** The cases as a list, with a title each. */
export function listed<Kind extends AccountKind>(cases: Cases<Kind>) {
  return Object.keys(endings)
    .filter((name): name is CauseOf<Kind> & EndingCause => Object.hasOwn(cases, name))
    .flatMap((because) =>
      cases[because].map((one) => ({ because, title: `${because} by ${one.by}`, ...one })),
    );
}
type Listed<Kind extends AccountKind> = Case<Kind> & { because: EndingCause };

interface Stage<Kind extends AccountKind> {
  app: TestApp;
  kind: Kind;
  make: (standing: Standing<Kind>, needs: Needs) => Promise<Subject>;
}
/** Tickets and cabinet sessions need a cabinet. Making one is most of the work for a customer, and links need none. */
export type Needs = 'cabinet' | 'links';
export type Order = 'first' | 'last';
const rowOf = ({ kind, id }: Subject) => ({ table: kind === 'staff' ? 'users' : 'clients', id }) as const;

/** Login, refresh, ticket and cabinet session at once, each behind the change or ahead of it. */
export async function raceWays<Kind extends AccountKind>(
  { app, kind, make }: Stage<Kind>,
  row: Listed<Kind>,
  order: Order,
): Promise<void> {
  const standing = standingsOf(kind, row).find((name) => name !== 'invited');
  if (!standing) return;
  const who = await make(standing, 'cabinet');
  const started = ways.filter((way) => !row.not?.[way]);
  const change = await row.prepare(who);
  const flight = await inFlight(app, who, started);
  await row.beforeRace?.(who);
  const { changed, answers } = await race(app, who, { change, order, starts: flight.starts });
  expect(changed?.status, JSON.stringify(changed?.body)).toBe(row.answers ?? 200);
  const wanted = order === 'first' ? openBehind(row) : openAhead(row, kind);
  const open = await flight.open(answers);
  expect(open).toEqual(Object.fromEntries(started.map((way) => [way, wanted[way]])));
}

/** All links of a stage after the change: those that it ends are refused. */
export async function raceLinksBehind<Kind extends AccountKind>(
  { app, kind, make }: Stage<Kind>,
  row: Listed<Kind>,
): Promise<void> {
  for (const standing of standingsOf(kind, row)) {
    const every = linksOf(kind, standing).filter((name) => !row.not?.[name]);
    const surviving = every.filter((link) => survives(row, link));
    const ended = every.filter((link) => !survives(row, link));
    // A surviving link may itself end another one, and nothing after the change has a fixed place: so one at a time.
    const groups = surviving.length > 0 ? surviving.map((link) => [...ended, link]) : [ended];
    for (const group of groups) {
      const { who, change, links, starts } = await withLinks({ app, kind, make }, row, standing, group);
      const { changed, answers } = await race(app, who, { change, order: 'first', starts });
      expect(isMadeBy(row, changed), JSON.stringify(changed?.body)).toBe(true);
      const followed = links.filter((_, place) => isFollowed(answers[place]));
      expect(followed, standing).toEqual(links.filter((link) => surviving.includes(link)));
    }
  }
}

/** Each link of a stage before the change: it is used, and what it opened ends with the rest. */
export async function raceLinksAhead<Kind extends AccountKind>(
  { app, kind, make }: Stage<Kind>,
  row: Listed<Kind>,
): Promise<void> {
  for (const standing of standingsOf(kind, row)) {
    const every: readonly AccountLink[] = linksOf(kind, standing);
    for (const link of every.filter((name) => !row.not?.[name])) {
      const { who, change, starts } = await withLinks({ app, kind, make }, row, standing, [link]);
      const { changed, answers } = await race(app, who, { change, order: 'last', starts });
      const [answer] = answers;
      const about = `${link} ${answer?.status} ${JSON.stringify(changed?.body)}`;
      expect(isFollowed(answer), about).toBe(!row.isBack);
      const isMade = isMadeBy(row, changed);
      // A change whose session or link was ended by the earlier link is refused.
      const mayBeLate = row.by === 'oneself' || row.by === 'link';
      if (!isMade)
        expect([mayBeLate, [401, 409, 422]], about).toEqual([
          true,
          expect.arrayContaining([changed?.status]),
        ]);
      const token: unknown = answer?.body.access_token;
      if (typeof token === 'string')
        expect(await letsIn(app, kind, token), about).toBe(!isMade || keepsOthers(endings[row.because]));
    }
  }
}

/** Whether a change was made; a new password is, also where its link asks for the second factor. */
function isMadeBy(
  { answers = 200 }: Pick<Listed<AccountKind>, 'answers'>,
  changed: Answer | undefined,
): boolean {
  return changed?.status === answers || changed?.body.code === 'second_factor_required';
}

/** Whether a link did its work. A new password is set before the second factor is asked for. */
function isFollowed(answer: Answer | undefined): boolean {
  return (answer?.status ?? 500) < 400 || answer?.body.code === 'second_factor_required';
}

async function withLinks<Kind extends AccountKind>(
  { app, kind, make }: Stage<Kind>,
  row: Listed<Kind>,
  standing: Standing<Kind>,
  only?: readonly AccountLink[],
) {
  const who = await make(standing, row.ofCabinet ? 'cabinet' : 'links');
  const change = await row.prepare(who);
  await row.beforeRace?.(who);
  const every: readonly AccountLink[] = only ?? linksOf(kind, standing);
  const links = every.filter((name) => !row.not?.[name]);
  const starts: Start[] = [];
  for (const link of links) starts.push(await linkInFlight(app, who, link));
  return { who, change, links, starts };
}

async function race(
  app: TestApp,
  who: Subject,
  { change, order, starts }: { change: Start; order: Order; starts: readonly Start[] },
) {
  if (order === 'first') {
    const [changed, ...answers] = await meetAtRow(app, rowOf(who), [change, ...starts]);
    return { changed, answers };
  }
  const answers = await meetAtRow(app, rowOf(who), [...starts, change]);
  return { changed: answers.at(-1), answers: answers.slice(0, -1) };
}

function standingsOf<Kind extends AccountKind>(kind: Kind, row: Listed<Kind>): Standing<Kind>[] {
  const names = Object.keys(standings[kind]) as Standing<Kind>[];
  return names.filter((name) => row.in[name] === 'yes');
}

function linksOf<Kind extends AccountKind>(kind: Kind, standing: Standing<Kind>): readonly AccountLink[] {
  const of: Partial<Record<string, readonly AccountLink[]>> = standings[kind];
  return of[standing] ?? [];
}

function keepsOthers({ sessions }: Ending): boolean {
  return sessions === 'none' || sessions === 'this';
}

const either: unknown = expect.any(Boolean);

function openBehind({ because, loginAfter, isBack, endsLater }: Listed<AccountKind>): Record<Way, unknown> {
  const ending = endings[because];
  const keeps = keepsOthers(ending) && !isBack;
  if (endsLater) return { login: keeps, refresh: keeps, ticket: either, cabinet: either };
  return { login: loginAfter, refresh: keeps, ticket: keeps, cabinet: keeps && ending.tickets === 'none' };
}

function openAhead({ because, isBack }: Listed<AccountKind>, kind: AccountKind): Record<Way, unknown> {
  const ending: Ending = endings[because];
  if (isBack) return { login: false, refresh: false, ticket: false, cabinet: false };
  const keeps = keepsOthers(ending);
  // A new password of one's own keeps one's newest session.
  const keepsNewest = kind === 'customer' && ending.cabinets === 'older';
  const cabinet = ending.cabinets === 'none' || keepsNewest;
  return { login: keeps, refresh: keeps, ticket: ending.tickets === 'none', cabinet };
}

/** Whether a link is still valid after the change. */
function survives({ because, isBack }: Listed<AccountKind>, link: AccountLink): boolean {
  // If an account has had two owners, the earlier one decides.
  if (because === 'address_refused' && link.startsWith('refuse')) return false;
  return !isBack && !linkGroups[endings[because].links].some((purpose) => purpose === link);
}
