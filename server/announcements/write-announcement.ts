import {
  type Announcement,
  type AnnouncementChanges,
  type AnnouncementInput,
  endsAfterStart,
} from '#contract/clients/announcement.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller, StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import {
  type AnnouncementRow,
  insertAnnouncement,
  lockAnnouncement,
  putAway,
  updateAnnouncement,
} from './announcement-store.ts';
import { textFor } from './announcement-text.ts';
import { type AudienceDeps, checkedAudience, requireChooser } from './audience.ts';
import { toAnnouncement } from './read-announcements.ts';

/** Announces something. */
export async function createAnnouncement(
  deps: AudienceDeps,
  caller: StaffCaller,
  { from, to, texts, audience, mail }: AnnouncementInput,
): Promise<Announcement> {
  const { now, actor } = caller;
  requireChooser(caller, audience);
  const checked = await checkedAudience(deps, audience);
  return answered(deps.db, caller, async (tx) => {
    const row = {
      id: newId(now),
      texts,
      audience: checked,
      starts_at: new Date(from),
      ends_at: to === null ? null : new Date(to),
      mail,
      created_by: actor.id,
      created_at: now,
      updated_at: now,
    };
    await insertAnnouncement(tx, row);
    await writeAudit(tx, caller, {
      action: 'announcement.create',
      subject: subjectOf(deps, caller, row),
      changes: auditChanges({}, audited(row)),
    });
    return toAnnouncement(deps, caller, { ...row, mailed_at: null, deleted_at: null });
  });
}

/** Changes it; fields that were not sent stay. Who was emailed the earlier text is not emailed again. */
export async function changeAnnouncement(
  deps: AudienceDeps,
  caller: StaffCaller,
  { id, input: { updated_at, from, to, audience, ...input } }: { id: string; input: AnnouncementChanges },
): Promise<Announcement> {
  const checked = audience === undefined ? undefined : await checkedAudience(deps, audience);
  return answered(deps.db, caller, async (tx) => {
    const before = await requireAnnouncement(tx, id);
    const current = await toAnnouncement(deps, caller, before);
    const after = await changeRow<AnnouncementRow>(tx, caller, {
      before,
      sent: updated_at,
      current: () => current,
      merge() {
        if (checked !== undefined && checked !== before.audience) requireChooser(caller, checked);
        const merged = {
          ...before,
          ...input,
          ...(checked !== undefined && { audience: checked }),
          ...(from !== undefined && { starts_at: new Date(from) }),
          ...(to !== undefined && { ends_at: to === null ? null : new Date(to) }),
        };
        const times = { from: merged.starts_at.toISOString(), to: merged.ends_at?.toISOString() ?? null };
        if (!endsAfterStart(times)) throw fieldError('to', 'validation.endBeforeStart');
        return merged;
      },
      audited,
      write: (row) => updateAnnouncement(tx, row),
      entry: (row) => ({ action: 'announcement.change', subject: subjectOf(deps, caller, row) }),
    });
    return toAnnouncement(deps, caller, after);
  });
}

/** Takes it back, softly: what was emailed stays in the log. */
export async function removeAnnouncement(deps: AudienceDeps, caller: StaffCaller, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await requireAnnouncement(tx, id);
    await updateAnnouncement(tx, { ...row, deleted_at: caller.now });
    await writeAudit(tx, caller, { action: 'announcement.delete', subject: subjectOf(deps, caller, row) });
  });
}

/** A customer puts one away; again changes nothing. */
export async function putAnnouncementAway(
  { db }: Pick<AudienceDeps, 'db'>,
  { actor, now }: CustomerCaller,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireAnnouncement(tx, id);
    await putAway(tx, { announcementId: id, clientId: actor.id, now });
  });
}

async function requireAnnouncement(tx: Db, id: string): Promise<AnnouncementRow> {
  const row = await lockAnnouncement(tx, id);
  if (!row) throw new AppError('not_found');
  return row;
}

function audited({
  texts,
  audience,
  starts_at,
  ends_at,
  mail,
}: Pick<AnnouncementRow, 'texts' | 'audience' | 'starts_at' | 'ends_at' | 'mail'>) {
  const words = Object.entries(texts).map(([locale, text]) => [
    locale,
    text && `${text.title}\n${text.body}`,
  ]);
  return { texts: Object.fromEntries(words), audience, from: starts_at, to: ends_at, mail };
}

function subjectOf(
  { defaultLocale }: AudienceDeps,
  { locale }: StaffCaller,
  { id, texts }: Pick<AnnouncementRow, 'id' | 'texts'>,
) {
  return { type: 'announcement', id, name: textFor(texts, { locale, defaultLocale }).title };
}
