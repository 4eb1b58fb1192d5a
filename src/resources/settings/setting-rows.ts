import type { Setting } from '#contract/entities/setting.ts';
import { HttpError } from '#web/providers/http-client.ts';
import {
  type Draft,
  draftOf,
  isSame,
  keyOf,
  placesOf,
  valueAt,
} from '#web/ui/admin/form/draft/form-draft.ts';
import type { FormField, RowValues } from '#web/ui/admin/resource/define-resource.ts';

/**
 * The settings of a form as one row: their values by key, and the version of each. Each setting is saved by itself,
 * over its own version.
 */
export interface SettingRow extends RowValues {
  versions: Readonly<Record<string, string | null>>;
}

export function rowOf(settings: readonly Setting[]): SettingRow {
  const values = settings.map(({ key, value }) => [key, value]);
  const versions = settings.map(({ key, updated_at }) => [key, updated_at]);
  return { ...Object.fromEntries(values), versions: Object.fromEntries(versions) };
}

/** A row with these newer settings. */
export function withSettings(row: RowValues, settings: readonly Setting[]): SettingRow {
  const now = rowOf(settings);
  return { ...row, ...now, versions: { ...versionsOf(row), ...now.versions } };
}

export function versionsOf(row: RowValues): SettingRow['versions'] {
  return (row as SettingRow).versions; // made only by `rowOf`
}

/**
 * The form's values after the server's settings have changed from `base` to `now`. Untouched values follow a
 * colleague's change, each line and language by itself. Values that both changed stay as typed, with the version that
 * was edited, so saving them asks.
 */
export function followed(
  fields: readonly FormField[],
  { typed, base, now: arrived }: { typed: Draft; base: RowValues; now: SettingRow },
): { moved: [place: string, value: unknown][]; base: SettingRow } {
  const now = withoutOlder(arrived, base);
  const [before, next] = [draftOf(fields, base, 'en'), draftOf(fields, now, 'en')];
  const states = placesOf(fields).map(({ name, field }) => {
    const [own, old, latest] = [typed, before, next].map((draft) => valueAt(draft, name));
    const isTyped = !isSame(own, old);
    return { name, field, latest, isTyped, isOpen: isTyped && !isSame(old, latest) && !isSame(own, latest) };
  });
  const open = new Set(states.flatMap(({ isOpen, field }) => (isOpen ? [field.name] : [])));
  const kept = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => open.has(key)));
  return {
    moved: states.flatMap(({ name, latest, isTyped }) => (isTyped ? [] : [[name, latest]])),
    base: { ...now, ...kept(base), versions: { ...now.versions, ...kept(versionsOf(base)) } },
  };
}

/** An answer may arrive after a later save of the same setting: what was saved stays. */
function withoutOlder(arrived: SettingRow, base: RowValues): SettingRow {
  const known = versionsOf(base);
  const isOlder = (key: string) => {
    const [now, before] = [arrived.versions[key], known[key]];
    // Without a version it was reset, at an unknown moment.
    return now != null && before != null && now < before;
  };
  const kept = Object.keys(arrived.versions).filter(isOlder);
  return {
    ...arrived,
    ...Object.fromEntries(kept.map((key) => [key, base[key]])),
    versions: { ...arrived.versions, ...Object.fromEntries(kept.map((key) => [key, known[key] ?? null])) },
  };
}

/** Several settings that colleagues have changed, as one refusal of one row. */
export function staleTogether(stale: readonly HttpError[], base: RowValues): HttpError {
  const [first, ...others] = stale.map(({ changedBy }) => changedBy);
  const changedBy = others.every((other) => isSame(other, first)) ? (first ?? null) : null;
  const settings = stale.map(({ current }) => current as Setting); // typed by the contract
  return new HttpError({
    code: 'stale',
    message: 'errors.stale',
    changedBy,
    current: withSettings(base, settings),
  });
}

/** The refusal of one setting's value, moved to its field in the form. */
export function refusedSetting(field: FormField, error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const fields = Object.entries(error.fields).map(([name, texts]) => [
    name.replace(/^value(?=\.|$)/, keyOf(field)),
    texts,
  ]);
  return error.withFields(Object.fromEntries(fields));
}
