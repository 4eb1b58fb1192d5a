import { createHash } from 'node:crypto';
import type { Branding, BrandingInput } from '#contract/company/branding.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { brandingId } from '#server/settings/fixed-ids.ts';
import {
  type BrandingRow,
  deleteBranding,
  storeBranding,
  storedBranding,
  storeImage,
} from './branding-store.ts';
import { readBranding } from './read-branding.ts';
import { readImage } from './read-image.ts';

/**
 * Changes what is sent. Pictures are rebuilt from what they draw, and refused if that can't be done.
 * @throws AppError `stale` with the branding as it is, when somebody has changed it since `updated_at`
 */
export async function changeBranding(
  { db }: { db: Db },
  caller: Caller,
  { updated_at, logo, mark, picture, ...input }: BrandingInput,
): Promise<Branding> {
  const { now } = caller;
  const pictures = {
    logo: logo && (await readImage('logo', logo)),
    mark: mark && (await readImage('mark', mark)),
    picture: picture && (await readImage('picture', picture)),
  };
  return change({ db }, caller, { action: 'branding.change', updatedAt: updated_at }, async (tx, before) => {
    const ids: Partial<BrandingRow> = {};
    for (const [name, image] of Object.entries(pictures) as [keyof typeof pictures, typeof pictures.logo][]) {
      if (image === undefined) continue;
      ids[`${name}_id`] = image ? await storedId(tx, image, now) : null;
    }
    const after = {
      ...before,
      ...(input.accent !== undefined && { accent: input.accent }),
      ...ids,
      ...(input.picture_alt && { picture_alt: given(input.picture_alt) }),
      ...(input.footer && { footer: given(input.footer) }),
    };
    if (changesOf(before, after).length === 0) return before;
    await storeBranding(tx, { ...after, updated_at: nextUpdate(before.updated_at, now) });
    return after;
  });
}

/**
 * Returns to the product's own look; does nothing if it is that.
 * @throws AppError `stale` as above
 */
export function resetBranding({ db }: { db: Db }, caller: Caller, updatedAt?: string): Promise<Branding> {
  return change({ db }, caller, { action: 'branding.reset', updatedAt }, async (tx) => {
    await deleteBranding(tx);
    return nothing;
  });
}

const nothing: BrandingRow = {
  accent: null,
  logo_id: null,
  mark_id: null,
  picture_id: null,
  picture_alt: {},
  footer: {},
  updated_at: new Date(0),
};

function change(
  { db }: { db: Db },
  caller: Caller,
  about: { action: 'branding.change' | 'branding.reset'; updatedAt: string | null | undefined },
  write: (tx: Db, before: BrandingRow) => Promise<BrandingRow>,
): Promise<Branding> {
  return answered(db, caller, async (tx) => {
    await lockUntilCommit(tx, 'branding');
    const stored = await storedBranding(tx);
    const version = { id: brandingId(), updated_at: stored?.updated_at ?? null };
    await refuseStaleOf(tx, version, about.updatedAt, () => readBranding({ db: tx }));
    const before = stored ?? nothing;
    const changes = changesOf(before, await write(tx, before));
    if (changes.length > 0) {
      const subject = { type: 'branding', id: brandingId(), name: null };
      await writeAudit(tx, caller, { action: about.action, subject, changes });
    }
    return readBranding({ db: tx });
  });
}

/** The languages that have a text. */
function given(texts: BrandingRow['footer']): BrandingRow['footer'] {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** Pictures by their ids, which are their hashes. */
function changesOf(before: BrandingRow, after: BrandingRow) {
  const audited = ({ logo_id: logo, mark_id: mark, picture_id: picture, ...row }: BrandingRow) => {
    const { accent, picture_alt, footer } = row;
    return { accent, logo, mark, picture, picture_alt, footer };
  };
  return auditChanges(audited(before), audited(after));
}

async function storedId(tx: Db, image: Awaited<ReturnType<typeof readImage>>, now: Date): Promise<string> {
  const id = createHash('sha256').update(image.content).digest('hex').slice(0, 32);
  await storeImage(tx, { id, ...image, created_at: now });
  return id;
}
