import * as z from 'zod';
import { created, rowId } from '../kernel/common-fields.ts';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { type Permission, permissions, withImplied } from '../kernel/permissions.ts';
import { line, moment } from '../kernel/primitives.ts';
import { someRights } from './role.ts';

export const apiKeyLimits = {
  name: { max: 60 },
  addresses: { max: 20 },
  /** Of the whole installation. */
  count: { max: 100 },
} as const;

/** A key's token: what scanners of secrets know it by, and 256 random bits. */
export const apiKeyToken = /^tnt_[\w-]{43}$/;

/** What only a person does: signing in as a client, erasing one, and giving rights. */
const onlyPersons: readonly Permission[] = [
  'clients.impersonate',
  'clients.erase',
  'users.write',
  'keys.write',
];

/** The permissions that a key can have. */
export const keyPermissions: readonly Permission[] = permissions.filter(
  (name) => !onlyPersons.includes(name),
);

/**
 * What a key may do: what its own permissions and its maker's have in common now (GROWTH section 18). View-only on
 * either side restricts it.
 */
export function permissionsInCommon(
  ofKey: readonly Permission[],
  ofMaker: readonly Permission[],
): Permission[] {
  const [key, maker] = [withImplied(ofKey), withImplied(ofMaker)];
  return permissions.filter((name) =>
    name === 'read_only'
      ? key.includes(name) || maker.includes(name)
      : keyPermissions.includes(name) && key.includes(name) && maker.includes(name),
  );
}

const rights = someRights.refine((chosen) => chosen.every((name) => keyPermissions.includes(name)), {
  error: 'validation.notForKeys',
});

const cidr = z.union([z.cidrv4(), z.cidrv6()]);

/** Networks like `203.0.113.0/24`, or single addresses; an empty list is any address. */
const networks = z
  .array(z.string().trim().min(1).max(50))
  .max(apiKeyLimits.addresses.max)
  .transform((all) => [...new Set(all.map(asNetwork))])
  .refine((all) => all.every((one) => cidr.safeParse(one).success), { error: 'validation.network' });

function asNetwork(text: string): string {
  if (text.includes('/')) return text;
  return text.includes(':') ? `${text}/128` : `${text}/32`;
}

/** Every field of a key, once, in the order of the list's file (GROWTH section 18). */
export const apiKeyEntity = {
  id: rowId,
  name: { row: z.string(), input: line(apiKeyLimits.name), list: { type: 'text' }, csv: true },
  /** The last characters of its token. */
  token_end: { row: z.string() },
  permissions: { row: z.array(z.enum(permissions)), input: rights, csv: true },
  /** What it may do at present. */
  effective_permissions: { row: z.array(z.enum(permissions)) },
  /** Where it may be used from; empty: anywhere. */
  addresses: { row: z.array(z.string()), input: networks.default([]), csv: true },
  expires_at: {
    row: moment.nullable(),
    input: moment.nullable().default(null),
    list: { type: 'moment' },
    csv: true,
  },
  /** The colleague who made it. */
  user_id: { row: z.string(), list: { type: 'id', filterOnly: true } },
  user_name: { row: z.string(), list: { type: 'text' }, csv: true },
  last_used_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  last_used_ip: { row: z.string().nullable(), csv: true },
  created_at: created,
} as const satisfies Entity;

/** A key; never its token. */
export const apiKey = z.object(shapeOf(apiKeyEntity, 'row'));
export type ApiKey = z.infer<typeof apiKey>;

/** The same with its token, which is never shown again. */
export const apiKeyWithToken = apiKey.extend({ token: z.string() });
export type ApiKeyWithToken = z.infer<typeof apiKeyWithToken>;

/** `POST admin/api-keys` */
export const apiKeyInput = z.strictObject(shapeOf(apiKeyEntity, 'input'));
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

export const apiKeyList: ListSpec = { fields: listFieldsOf(apiKeyEntity), search: true };
