import type { BaseLogger } from 'pino';
import type { Locale } from '#contract/kernel/variants.ts';
import { clientsById } from '#server/clients/client-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { attempt } from '#server/jobs/attempt.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import {
  type AnnouncementRow,
  markMailed,
  noteMailed,
  shownAnnouncements,
  takeMailed,
  wasNotMailed,
} from './announcement-store.ts';
import { textFor } from './announcement-text.ts';
import { type AudienceDeps, audienceHolds, audienceOf } from './audience.ts';

type MailDeps = AudienceDeps & { mail: Pick<MailService, 'writeAll'>; log: Pick<BaseLogger, 'error'> };

/** Clients of one transaction. */
const batchSize = 500;

/**
 * Emails announcements to each client of their audience, once: in batches, each with its record of who had it, so that
 * a run that was killed goes on and one that is repeated finds nothing (docs/decisions/0186). One that fails stops none
 * of the others.
 */
export async function mailAnnouncements(deps: MailDeps, now: Date): Promise<void> {
  for (const row of await shownAnnouncements(deps.db, now)) {
    if (!row.mail || row.mailed_at !== null || !(await audienceHolds(deps, row.audience))) continue;
    await attempt(deps.log, { failed: 'an announcement could not be emailed', id: row.id }, async () => {
      while (await deps.db.transaction().execute((tx) => mailBatch(deps, tx, row.id, now)));
    });
  }
}

/** Whether there may be more. */
async function mailBatch(deps: MailDeps, tx: Db, id: string, now: Date): Promise<boolean> {
  const row = await takeMailed(tx, id, now);
  if (!row) return false;
  const { ids } = await audienceOf(deps, tx, row.audience, {
    now,
    limit: batchSize,
    where: (client) => wasNotMailed(client, id),
  });
  if (ids.length === 0) {
    await markMailed(tx, id, now);
    return false;
  }
  const clients = await clientsById(tx, ids);
  await noteMailed(tx, id, ids);
  await deps.mail.writeAll(
    tx,
    now,
    clients.filter(isReached).map((client) => emailOf(row, client, deps.defaultLocale)),
  );
  return true;
}

/** An address that nobody has confirmed may belong to a stranger. */
function isReached({ confirmed_at, deleted_at }: ClientRow): boolean {
  return confirmed_at !== null && deleted_at === null;
}

function emailOf({ id, texts }: AnnouncementRow, client: ClientRow, defaultLocale: Locale): NewMail {
  const { title, body } = textFor(texts, { locale: client.locale, defaultLocale });
  return {
    kind: 'announcement',
    to: client.email,
    locale: client.locale,
    clientId: client.id,
    data: { name: client.name, topic: title, words: body },
    reason: 'announced',
    dedupeKey: `announcement:${id}:${client.id}`,
  };
}
