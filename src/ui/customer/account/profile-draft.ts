import { tabStorage } from '#web/ui/shared/json-storage.ts';

const place = 'profile.draft';

/**
 * Stores typed but unsent changes of one's profile, because the session may end or the page may be left. Only fields
 * that differ from the server's, so that the draft never overwrites a change made elsewhere.
 */
export function keepProfileDraft<Field extends string>(
  clientId: string,
  changed: readonly Field[],
  values: Record<Field, string>,
): void {
  if (changed.length === 0) return forgetProfileDraft();
  tabStorage.keep(place, {
    clientId,
    values: Object.fromEntries(changed.map((name) => [name, values[name]])),
  });
}

/** The same client's unsent changes; only fields of the form, only texts. */
export function profileDraft<Field extends string>(
  clientId: string,
  fields: readonly Field[],
): Partial<Record<Field, string>> | null {
  const draft = tabStorage.kept(place);
  if (!isObject(draft) || draft['clientId'] !== clientId || !isObject(draft['values'])) return null;
  const { values } = draft;
  const texts = fields.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  if (texts.length === 0) return null;
  return Object.fromEntries(texts) as Partial<Record<Field, string>>; // fromEntries loses the type of the keys
}

export function forgetProfileDraft(): void {
  tabStorage.forget(place);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
