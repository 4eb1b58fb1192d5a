import { can, type Permission } from '#contract/kernel/permissions.ts';

/** The subjects of the to-do list. */
export type TodoKey = 'money' | 'cabinets' | 'emails' | 'suspendedToday' | 'dueToday' | 'trials' | 'own';

/**
 * Of the clients, those who lose access today are first for everybody: tomorrow is too late. Then comes what is theirs to
 * do, by their rights: money, which is one line, for those who book it, what broke for those who help (they see the email
 * log), trials and own clients for those who sell. Who may do all of it sees money and failures. Pure.
 */
export function todoOrder(held: readonly Permission[]): readonly TodoKey[] {
  const has = (wanted: Permission) => can(held, wanted, { write: false }).allowed;
  if (has('payments.write')) return has('clients.write') ? orders.all : orders.books;
  if (has('clients.write')) return has('settings.read') ? orders.helps : orders.sells;
  return orders.all;
}

const orders = {
  all: ['money', 'suspendedToday', 'cabinets', 'emails', 'dueToday', 'trials', 'own'],
  books: ['money', 'suspendedToday', 'dueToday', 'own', 'trials', 'emails', 'cabinets'],
  helps: ['suspendedToday', 'cabinets', 'emails', 'own', 'dueToday', 'trials', 'money'],
  sells: ['suspendedToday', 'trials', 'own', 'dueToday', 'cabinets', 'emails', 'money'],
} as const satisfies Record<string, readonly TodoKey[]>;
