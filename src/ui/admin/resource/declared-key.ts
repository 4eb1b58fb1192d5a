import type { ParseKeys } from 'i18next';

/** A key of the texts. */
export type TextKey = ParseKeys;

/**
 * A key of the texts that is made of a declaration's names (`NAME.fields.FIELD`), which types can't follow.
 * `tests/unit/resource-texts.test.ts` looks for every one of them.
 */
export function declaredKey(key: string): TextKey {
  return key as TextKey;
}
