import {
  type Announcement,
  announcementEntity,
  type OwnAnnouncement,
} from '#contract/clients/announcement.ts';
import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller, CustomerCaller } from '#server/kernel/caller.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import {
  announcementCsv,
  type AnnouncementRow,
  announcementsByIds,
  announcementSource,
  isClient,
  putAwayBy,
  shownAnnouncements,
} from './announcement-store.ts';
import { stateOf, textFor } from './announcement-text.ts';
import { type AudienceDeps, audienceHolds, audienceOf } from './audience.ts';

/** Announcements for the list and its file. */
export function announcementListing(deps: AudienceDeps): Listing<Announcement> {
  const { db, defaultLocale } = deps;
  return {
    name: 'announcements',
    source: ({ locale }) => announcementSource({ locale, defaultLocale }),
    rows: async (caller, ids) => {
      const rows = inOrderOf(ids, await announcementsByIds(db, ids));
      return Promise.all(rows.map((row) => toAnnouncement(deps, caller, row)));
    },
    csv: announcementCsv,
  };
}

export async function readAnnouncement(
  deps: AudienceDeps,
  caller: Caller,
  id: string,
): Promise<Announcement> {
  const [row] = await announcementsByIds(deps.db, [id]);
  if (!row) throw new AppError('not_found');
  return toAnnouncement(deps, caller, row);
}

/** Refuses an unknown one before the body is read. */
export function knownAnnouncement({ db }: Pick<AudienceDeps, 'db'>) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if ((await announcementsByIds(db, [params.id])).length === 0) throw new AppError('not_found');
  };
}

export async function toAnnouncement(
  deps: AudienceDeps,
  { locale, now }: Pick<Caller, 'locale' | 'now'>,
  row: AnnouncementRow,
): Promise<Announcement> {
  const { defaultLocale } = deps;
  return toAnswer(announcementEntity, row, {
    title: textFor(row.texts, { locale, defaultLocale }).title,
    audience_holds: await audienceHolds(deps, row.audience),
    state: stateOf(row, now),
    from: row.starts_at.toISOString(),
    to: row.ends_at?.toISOString() ?? null,
  });
}

/** What a customer reads now. */
export async function readOwnAnnouncements(
  deps: AudienceDeps,
  { actor, now, locale }: CustomerCaller,
): Promise<OwnAnnouncement[]> {
  const { defaultLocale } = deps;
  const rows = await announcementsFor(deps, deps.db, { clientId: actor.id, now });
  return rows.map(({ id, texts, starts_at }) => ({
    id,
    ...textFor(texts, { locale, defaultLocale }),
    from: starts_at.toISOString(),
  }));
}

/** The same for the client's cabinet, whose readers have languages of their own. */
export async function cabinetAnnouncements(
  deps: AudienceDeps,
  clientId: string,
  now: Date,
): Promise<Entitlements['announcements']> {
  const rows = await announcementsFor(deps, deps.db, { clientId, now });
  return rows.map(({ id, texts, starts_at, ends_at }) => ({
    id,
    title: partOf(texts, 'title'),
    body: partOf(texts, 'body'),
    from: starts_at.toISOString(),
    to: ends_at?.toISOString() ?? null,
  }));
}

function partOf(
  texts: Partial<Record<Locale, { title: string; body: string } | undefined>>,
  part: 'title' | 'body',
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, text]) => (text ? [[locale, text[part]]] : [])),
  );
}

/** Those that are shown to a client now and were not put away. */
async function announcementsFor(
  deps: AudienceDeps,
  db: Db,
  { clientId, now }: { clientId: string; now: Date },
): Promise<AnnouncementRow[]> {
  const away = await putAwayBy(db, clientId);
  const shown = (await shownAnnouncements(db, now)).filter(({ id }) => !away.has(id));
  const found: AnnouncementRow[] = [];
  for (const row of shown) {
    if (row.audience === null || (await isInAudience(deps, db, row.audience, { clientId, now })))
      found.push(row);
  }
  return found;
}

async function isInAudience(
  deps: AudienceDeps,
  db: Db,
  audience: string,
  { clientId, now }: { clientId: string; now: Date },
): Promise<boolean> {
  const where = (id: Parameters<typeof isClient>[0]) => isClient(id, clientId);
  return (await audienceOf(deps, db, audience, { now, limit: 1, where })).total > 0;
}
