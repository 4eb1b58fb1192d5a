import { randomBytes } from 'node:crypto';
import { localesMissing, publicLocales } from '#contract/entities/tariff.ts';
import type { Locale, Variant } from '#contract/kernel/variants.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import {
  hasOtherOpenTariff,
  hasOtherPublicTariff,
  type NewTariff,
  numberTariffs,
  orderedTariffs,
  otherRecommendedTariff,
  updateTariff,
} from './tariff-store.ts';
import { tariffSubject } from './tariff-row.ts';

/** To whom a tariff is offered, and in which place (GROWTH section 17, "Tariff"; docs/decisions/0158). */

/** The code of a link: 12 characters that nobody guesses. */
export function newLinkCode(): string {
  return randomBytes(9).toString('base64url');
}

/** Refuses a public tariff without its name in the languages that it needs, and names those. */
export function refuseUntold(
  { visibility, translations }: Pick<NewTariff, 'visibility' | 'translations'>,
  { variant, locale }: { variant: Variant; locale: Locale },
): void {
  if (visibility !== 'public') return;
  const missing = localesMissing(translations, publicLocales(variant));
  if (missing.length === 0) return;
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const languages = missing.map((one) => names.of(one) ?? one).join(', ');
  throw new AppError('validation_failed', {
    fields: { visibility: [{ key: 'validation.publicTexts', params: { languages } }] },
  });
}

/** Somebody has to be able to get a tariff, and everybody while registration is open. */
export async function refuseWithdrawal(
  { settings }: { settings: Pick<SettingsService, 'get'> },
  tx: Db,
  { before, after }: Record<'before' | 'after', NewTariff>,
): Promise<void> {
  const isClosing = after.archived_at !== null && before.archived_at === null;
  if (isClosing && !(await hasOtherOpenTariff(tx, after.id))) throw new AppError('last_tariff');
  if (!isForAll(before) || isForAll(after) || (await hasOtherPublicTariff(tx, after.id))) return;
  if (await settings.get('registration_open', tx)) throw new AppError('last_public_tariff');
}

/** Whether a tariff is recommended: as asked, else as before. Only one that is for everybody can be. */
export function recommendation(
  row: Pick<NewTariff, 'visibility' | 'archived_at' | 'recommended'>,
  asked: boolean | undefined,
): boolean {
  if (isForAll(row)) return asked ?? row.recommended;
  if (asked) throw fieldError('recommended', 'validation.recommendedPublic');
  return false;
}

/** Takes the mark from the tariff that is recommended beside this one; the audit log says so of both. */
export async function recommendAlone(
  { defaultLocale }: { defaultLocale: Locale },
  tx: Db,
  caller: Caller,
  id: string,
): Promise<void> {
  const other = await otherRecommendedTariff(tx, id);
  if (!other) return;
  const updated_at = nextUpdate(other.updated_at, caller.now);
  await updateTariff(tx, { ...other, recommended: false, updated_at });
  await writeAudit(tx, caller, {
    action: 'tariff.change',
    subject: tariffSubject(other, defaultLocale),
    changes: auditChanges({ recommended: true }, { recommended: false }),
  });
}

function isForAll({ archived_at, visibility }: Pick<NewTariff, 'archived_at' | 'visibility'>): boolean {
  return archived_at === null && visibility === 'public';
}

/** Makes room for a tariff at a place, or after all others, and answers its place; the others follow each other. */
export async function placeTariff(tx: Db, id: string, place: number | undefined): Promise<number> {
  const others = (await orderedTariffs(tx)).map((row) => row.id).filter((other) => other !== id);
  const index = Math.min((place ?? others.length + 1) - 1, others.length);
  await numberTariffs(tx, others.toSpliced(index, 0, id));
  return index + 1;
}
