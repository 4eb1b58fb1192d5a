import { describe, expect, it } from 'vitest';
import { fullPermissions, type Permission } from '#contract/kernel/permissions.ts';
import { type TodoKey, todoOrder } from '#web/pages/home/todo/todo-order.ts';

describe('the to-do list of the home page', () => {
  it.each<[string, readonly Permission[], TodoKey[]]>([
    [
      'an accountant with money',
      ['clients.replenish', 'payments.write', 'payments.close'],
      ['money', 'suspendedToday'],
    ],
    [
      'support with what failed',
      ['clients.write', 'clients.impersonate', 'settings.read', 'payments.read'],
      ['suspendedToday', 'cabinets', 'emails'],
    ],
    [
      'sales with trials and own clients',
      ['clients.write', 'clients.impersonate', 'reports.read'],
      ['suspendedToday', 'trials', 'own'],
    ],
    [
      'an administrator with money and what failed',
      fullPermissions,
      ['money', 'suspendedToday', 'cabinets', 'emails'],
    ],
  ])('begins for %s', (_who, held, first) => {
    expect(todoOrder(held).slice(0, first.length)).toEqual(first);
  });

  it('has every subject once, for every reader', () => {
    const all = todoOrder([]).toSorted();
    for (const held of [['payments.write'], ['clients.write'], fullPermissions] as const)
      expect(todoOrder(held).toSorted()).toEqual(all);
  });
});
