/** What a member of staff may do (DESIGN section 8). `read_only` is a restriction: everything becomes view-only. */
export const permissions = [
  'clients.read',
  'clients.write',
  'clients.delete',
  'clients.erase',
  'clients.replenish',
  'clients.export',
  'clients.impersonate',
  'tariffs.read',
  'tariffs.write',
  'users.read',
  'users.write',
  'settings.read',
  'settings.write',
  'company.write',
  'payments.read',
  'payments.write',
  'payments.close',
  'reports.read',
  'audit.read',
  'webhooks.read',
  'webhooks.write',
  'keys.write',
  'read_only',
] as const;
export type Permission = (typeof permissions)[number];

/** Every permission that allows something: those of the first administrator. */
export const fullPermissions: readonly Permission[] = permissions.filter((name) => name !== 'read_only');

const implied: Partial<Record<Permission, readonly Permission[]>> = {
  'clients.write': ['clients.read'],
  'clients.delete': ['clients.read'],
  'clients.erase': ['clients.read'],
  'clients.replenish': ['clients.read'],
  'clients.export': ['clients.read'],
  'clients.impersonate': ['clients.read'],
  'tariffs.write': ['tariffs.read'],
  'users.write': ['users.read'],
  'settings.write': ['settings.read'],
  'company.write': ['settings.read'],
  'payments.write': ['payments.read'],
  'payments.close': ['payments.read'],
  'webhooks.write': ['webhooks.read'],
};

/** The held permissions and those that they imply, each once. */
export function withImplied(held: readonly Permission[]): Permission[] {
  return permissions.filter((name) => held.some((own) => own === name || implied[own]?.includes(name)));
}

export function isReadOnly(held: readonly Permission[]): boolean {
  return held.includes('read_only');
}

/** Whether nothing is allowed: no permission at all, or the restriction alone. */
export function allowsNothing(held: readonly Permission[]): boolean {
  return held.every((name) => name === 'read_only');
}

/** Permissions each once, in the order of the table. */
export function inOrder(held: readonly Permission[]): Permission[] {
  return permissions.filter((name) => held.includes(name));
}

/** One permission, or one of several. */
export type Wanted = Permission | readonly Permission[];

/**
 * Whether the holder may do what needs `wanted`; with `write`, something would change. A refusal has a reason for the
 * reader: `missing` or `read_only`.
 */
export function can(
  held: readonly Permission[],
  wanted: Wanted,
  { write }: { write: boolean },
): { allowed: true } | { allowed: false; reason: 'missing' | 'read_only' } {
  const own = withImplied(held);
  if (!anyOf(wanted).some((name) => own.includes(name))) return { allowed: false, reason: 'missing' };
  if (write && isReadOnly(held)) return { allowed: false, reason: 'read_only' };
  return { allowed: true };
}

export function anyOf(wanted: Wanted): readonly Permission[] {
  return typeof wanted === 'string' ? [wanted] : wanted;
}

/**
 * Whether the holder may do everything that the others may: only then may they grant it, or change people who hold it
 * (DESIGN section 8; API.md, "Staff above one"). `read_only` allows nothing.
 */
export function holdsAll(held: readonly Permission[], others: readonly Permission[]): boolean {
  const own = withImplied(held);
  return withImplied(others).every((name) => name === 'read_only' || own.includes(name));
}
