import type { Permission } from '#contract/kernel/permissions.ts';

type Underscored<Name extends string> = Name extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : Name;

/** A permission as part of a key, because i18next takes dots for levels. */
export function permissionKey<Name extends Permission>(name: Name): Underscored<Name> {
  return name.replace('.', '_') as Underscored<Name>; // a name has one dot at most
}
