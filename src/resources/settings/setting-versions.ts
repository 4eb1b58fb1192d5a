import type { Setting, SettingKey } from '#contract/settings.ts';
import {
  type Fields,
  type Place,
  placesOf,
  type SettingKind,
  typedSetting,
} from '#web/resources/settings/general-groups.ts';
import { type Difference, differencesOf, isSame } from '#web/ui/form/form-draft.ts';

/** What a form was last in step with: a value as it would be typed, and the version that it is of. */
interface KnownSetting {
  typed: unknown;
  version: string | null;
}
export type Known = Readonly<Partial<Record<SettingKey, KnownSetting>>>;

export function knownOf(fields: Fields, settings: readonly Setting[]): Known {
  return Object.fromEntries(
    fields.flatMap(([key, kind]) => {
      const setting = settings.find((one) => one.key === key);
      return setting ? [[key, knownSetting(kind, setting)]] : [];
    }),
  );
}

export function knownSetting(kind: SettingKind, { value, updated_at }: Setting): KnownSetting {
  return { typed: typedSetting(kind, value), version: updated_at };
}

/**
 * What a form shows and knows when the server's settings have gone from `before` to `now`: what nobody has touched here
 * follows a colleague, each line and language for itself. What both have changed stays as typed, and its version the
 * one that it was typed over: saving it asks.
 */
export function followed(
  typed: Readonly<Record<string, unknown>>,
  before: Known,
  now: Known,
): { typed: Record<string, unknown>; known: Known } {
  const keys = Object.keys(now) as SettingKey[]; // keys forgets what they are
  const pairs = keys.map((key) => {
    const [old, latest] = [before[key] ?? now[key], now[key]];
    const value = followedValue(typed[key], old?.typed, latest?.typed);
    const known = isConflict(typed[key], old?.typed, latest?.typed) ? old : latest;
    return { key, value, known };
  });
  return {
    typed: Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
    known: Object.fromEntries(pairs.map(({ key, known }) => [key, known])),
  };
}

/** What a colleague has made of a setting meanwhile, beside what is typed. */
export function settingDifferences(
  [key, kind]: Fields[number],
  { base, mine, theirs }: { base: unknown; mine: unknown; theirs: unknown },
): Difference<Place>[] {
  const places = placesOf([[key, kind]]);
  const draftOf = (value: unknown) =>
    Object.fromEntries(places.map(({ name, part }) => [name, partOf(value, part)]));
  return differencesOf(places, { base: draftOf(base), mine: draftOf(mine), theirs: draftOf(theirs) });
}

/** One line or language of a value as typed, or the whole of it. */
export function partOf(typed: unknown, part: string | null): unknown {
  if (part === null) return typed;
  return isParts(typed) ? typed[part] : undefined;
}

function followedValue(typed: unknown, before: unknown, now: unknown): unknown {
  if (!isParts(typed) || !isParts(before) || !isParts(now)) return isSame(typed, before) ? now : typed;
  return Object.fromEntries(
    Object.entries(now).map(([part, value]) => [part, followedValue(typed[part], before[part], value)]),
  );
}

function isConflict(typed: unknown, before: unknown, now: unknown): boolean {
  if (!isParts(typed) || !isParts(before) || !isParts(now))
    return !isSame(typed, before) && !isSame(before, now) && !isSame(typed, now);
  return Object.entries(now).some(([part, value]) => isConflict(typed[part], before[part], value));
}

function isParts(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
