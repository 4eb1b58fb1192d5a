import { tabStorage } from '#web/ui/shared/json-storage.ts';

const place = 'profile.draft';

/**
 * Keeps what was typed into one's own data and not sent yet: a session may end meanwhile, or the page be left. Only
 * what is other than the server has it, so that it never writes over what somebody changed elsewhere.
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

/** What the same client typed and didn't send; only fields that the form has, only texts. */
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
  return Object.fromEntries(texts) as Partial<Record<Field, string>>; // fromEntries forgets the keys
}

export function forgetProfileDraft(): void {
  tabStorage.forget(place);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
