import { permissions } from '#contract/kernel/permissions.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';

/** Permissions in a list's words. */
export function permissionWords(locale: Locale): Record<string, string> {
  const words = permissions.map((name) => [name, translate(locale, `permissions.${name.replace('.', '_')}`)]);
  return Object.fromEntries(words);
}
