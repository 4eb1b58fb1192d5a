import type { ParseKeys } from 'i18next';

/** A key of the texts. */
export type TextKey = ParseKeys;

/** Stands for any key. With the union of all keys, each `t` of one costs the compiler up to a second. */
export type DeclaredKey = 'actions.cancel';

/** The prefix of the keys of an action's texts: `clients.block` has `.go`, `.title`, `.text` and `.done`. */
export type BeginningOf<Ending extends string> = TextKey extends infer Key
  ? Key extends `${infer Beginning}.${Ending}`
    ? Beginning
    : never
  : never;

/** The names in an action's texts. */
export type ActWords = Partial<Record<'name' | 'email' | 'passkey' | 'amount' | 'at', string>>;

/**
 * A text key made from the names in a declaration (`NAME.fields.FIELD`), which types can't check.
 * `tests/unit/resource-texts.test.ts` checks all of them.
 */
export function declaredKey(key: string): DeclaredKey {
  return key as DeclaredKey;
}
