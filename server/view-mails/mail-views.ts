import type { Readable } from 'node:stream';
import type { BaseLogger } from 'pino';
import {
  flatParameters,
  type ListQuery,
  type ListSpec,
  parseListQuery,
} from '#contract/kernel/list-query.ts';
import { can } from '#contract/kernel/permissions.ts';
import { viewedLists } from '#contract/entities/saved-view.ts';
import { viewFile } from '#contract/kernel/view-file.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { attempt } from '#server/jobs/attempt.ts';
import { type StaffCaller, systemCaller } from '#server/kernel/caller.ts';
import { localDay } from '#server/kernel/periods.ts';
import { exportEntry, listFile, type ListDeps, listTotal } from '#server/lists/list-reply.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import { builtInViewsOf } from '#server/saved-views/built-in-views.ts';
import { mailWeek } from '#server/saved-views/mail-week.ts';
import { maySeeList } from '#server/saved-views/saved-view.ts';
import {
  dueViewMails,
  type MailableView,
  markViewMailed,
  mailableView,
  takeViewMail,
} from '#server/saved-views/saved-view-store.ts';
import { actorOfJob } from '#server/users/staff-account.ts';
import { userById } from '#server/users/user-store.ts';
import { listPages } from './list-pages.ts';
import { viewListing } from './view-listings.ts';

export type MailViewsDeps = Parameters<typeof viewListing>[0] & {
  db: Db;
  lists: ListDeps;
  timeZone: string;
  mail: Pick<MailService, 'write'>;
  log: Pick<BaseLogger, 'error'>;
};

interface Asked {
  view_id: string;
  user_id: string;
}

/** A larger file is no email; the list has a button for it. */
const largestFile = 5 * 1024 * 1024;

/**
 * Emails each view to those who asked for it, on Mondays and once a week, however many workers try. What a person may
 * see and export counts as it is then (docs/decisions/0185).
 */
export async function mailViews(deps: MailViewsDeps, now: Date): Promise<void> {
  const week = mailWeek(now, deps.timeZone);
  for (const asked of await dueViewMails(deps.db, week)) {
    // The others get theirs; the next run tries this one again.
    await attempt(deps.log, { failed: 'a view could not be emailed', ...asked }, () =>
      deps.db.transaction().execute((tx) => mailOne(deps, tx, { asked, week, now })),
    );
  }
}

async function mailOne(
  deps: MailViewsDeps,
  tx: Db,
  { asked, week, now }: { asked: Asked; week: string; now: Date },
): Promise<void> {
  if (!(await takeViewMail(tx, asked, week))) return;
  await markViewMailed(tx, asked, week);
  const user = await userById(tx, asked.user_id);
  const actor = user && (await actorOfJob(tx, user.id));
  if (!user || !actor || actor.mustSetUpTwoFactor) return;
  const caller: StaffCaller = { ...systemCaller(now, user.locale), actor };
  const view = await viewFor(tx, caller, asked.view_id);
  if (!view || !maySeeList(caller, view.resource)) return;
  await deps.mail.write(tx, now, {
    ...(await letterOf(deps, tx, { caller, user, view })),
    to: user.email,
    userId: user.id,
    locale: user.locale,
    reason: 'view_asked',
    dedupeKey: `view:${asked.view_id}:${asked.user_id}:${week}`,
  });
}

/** Undefined for one that is gone, or not shared any more. */
async function viewFor(tx: Db, caller: StaffCaller, id: string): Promise<MailableView | undefined> {
  const builtIn = builtInViewsOf(caller).find((view) => view.id === id);
  if (builtIn) return builtIn;
  const view = await mailableView(tx, id);
  return view && (view.shared || view.owner_id === caller.actor.id) ? view : undefined;
}

type Letter = Pick<NewMail & { kind: 'view_mailed' }, 'kind' | 'data' | 'file'>;

async function letterOf(
  deps: MailViewsDeps,
  tx: Db,
  { caller, user, view }: { caller: StaffCaller; user: UserRow; view: MailableView },
): Promise<Letter> {
  const { lists } = deps;
  const told = {
    name: user.name,
    view: view.name,
    path: `${listPages[view.resource]}?view=${view.id}`,
    rows: null,
    file: null,
    bare: null,
    large: null,
    broken: null,
  };
  const parameters = flatParameters(new URLSearchParams(view.search));
  const spec: ListSpec = await lists.specFor(viewedLists[view.resource].spec, {
    locale: caller.locale,
    parameters,
  });
  const read = parseListQuery(spec, parameters);
  // What it is filtered by is gone: a field of one's own, for example.
  if (!read.ok) return { kind: 'view_mailed', data: { ...told, broken: 'yes' } };
  const query: ListQuery = { ...read.query, page: 1 };
  const listing = viewListing(deps, view.resource);
  const rows = String(await listTotal(listing, caller, { spec, query }, lists));
  const counted = { ...told, rows };
  if (!mayExport(caller, spec)) return { kind: 'view_mailed', data: { ...counted, bare: 'yes' } };
  const content = await bounded(
    await listFile(listing, caller, { spec, query, columns: view.columns }, lists),
  );
  if (!content) return { kind: 'view_mailed', data: { ...counted, large: 'yes' } };
  await lists.noteExport(caller, exportEntry(listing.name, query), tx);
  const name = viewFile(`${listing.name}-${localDay(caller.now, deps.timeZone)}.csv`, view.name);
  return { kind: 'view_mailed', data: { ...counted, file: name }, file: { name, content } };
}

function mayExport({ actor }: StaffCaller, { csvPermission }: ListSpec): boolean {
  return !csvPermission || can(actor.permissions, csvPermission, { write: false }).allowed;
}

async function bounded(stream: Readable): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > largestFile) {
      stream.destroy();
      return undefined;
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}
