import type { ParseKeys } from 'i18next';

/** A key of the texts. */
export type TextKey = ParseKeys;

/** What the keys of an act's texts begin with: `clients.block` has `.go`, `.title`, `.text` and `.done`. */
export type BeginningOf<Ending extends string> = TextKey extends infer Key
  ? Key extends `${infer Beginning}.${Ending}`
    ? Beginning
    : never
  : never;

/** What an act's texts name. */
export type ActWords = Partial<Record<'name' | 'email' | 'amount' | 'at', string>>;

/**
 * A key of the texts that is made of a declaration's names (`NAME.fields.FIELD`), which types can't follow.
 * `tests/unit/resource-texts.test.ts` looks for every one of them.
 */
export function declaredKey(key: string): TextKey {
  return key as TextKey;
}
