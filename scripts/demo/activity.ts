import type { Insertable } from 'kysely';
import type { AuditChange, AuditTable, UserRow } from '#server/db/tables.ts';
import { day, later, minute } from './calendar.ts';
import type { DemoClient } from './clients.ts';
import type { People } from './names/people.ts';
import type { Random } from './random.ts';
import type { DemoStaff } from './staff.ts';

type AuditInsert = Insertable<AuditTable>;

interface Options {
  random: Random;
  people: People;
  now: Date;
  staff: DemoStaff;
}

/** Who did what to each client, with the services' names for it. */
export function demoActivity(
  clients: readonly DemoClient[],
  { random, people, now, staff }: Options,
): AuditInsert[] {
  const present = staff.managers.filter((one) => one.deleted_at === null);
  return clients
    .flatMap((client) => [...ownActs(client), ...colleaguesActs(client)])
    .sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime());

  function ownActs({ row, situation, timeline }: DemoClient): AuditInsert[] {
    const { confirmedAt, readyAt } = timeline;
    const ip = `203.0.113.${random.int(1, 254)}`;
    const customer = { actor_kind: 'customer', actor_id: row.id, actor_name: row.name, ip } as const;
    const system = { actor_kind: 'system' } as const;
    const acts = [came(row, customer)];
    if (confirmedAt) acts.push(entry(row, { action: 'client.confirm', at: confirmedAt, ...customer }));
    if (readyAt) acts.push(entry(row, { action: 'cabinet.ready', at: readyAt, ...system }));
    if (situation === 'failed' && confirmedAt) {
      const changes = [{ field: 'database', before: null, after: 'refused' }];
      acts.push(entry(row, { action: 'cabinet.failed', at: later(confirmedAt, 16_000), ...system, changes }));
    }
    return acts;
  }

  function came(row: DemoClient['row'], customer: Pick<AuditInsert, 'actor_kind'>): AuditInsert {
    const [colleague] = staff.managers;
    const isEntered = row.source === 'staff' || row.source === 'import';
    return isEntered && colleague
      ? by(colleague, row, { action: 'client.create', at: row.created_at })
      : entry(row, { action: 'client.register', at: row.created_at, ...customer });
  }

  function colleaguesActs({ row, timeline }: DemoClient): AuditInsert[] {
    const { readyAt } = timeline;
    if (!readyAt) return [];
    const until = (row.deleted_at ?? now).getTime();
    const some = () => new Date(random.between(readyAt.getTime() + minute, until));
    const acts = row.deleted_at ? [deleted(row, row.deleted_at)] : [];
    if (row.manager_id) {
      const changes = [{ field: 'manager_id', before: null, after: row.manager_id }];
      acts.push(by(random.pick(present), row, { action: 'client.change', at: some(), changes }));
    }
    if (row.address && random.chance(0.3)) {
      const changes = [{ field: 'address', before: null, after: row.address }];
      acts.push(by(random.pick(present), row, { action: 'client.change', at: some(), changes }));
    }
    if (row.cabinet_status === 'active' && readyAt < later(now, -day) && random.chance(0.12)) {
      const changes = [
        { field: 'reason', before: null, after: random.pick(people.visitReasons) },
        { field: 'read_only', before: null, after: random.chance(0.6) },
      ];
      acts.push(
        by(random.pick(present), row, { action: 'client.sign_in', as_client: true, at: some(), changes }),
      );
    }
    return acts;
  }

  /** By who looks after the client, or else by one of those who may. */
  function deleted(row: DemoClient['row'], at: Date): AuditInsert {
    const changes = [{ field: 'reason', before: null, after: row.deleted_reason ?? null }];
    const [first] = present;
    const deleter = present.find(({ id }) => id === row.manager_id) ?? first;
    const act = { action: 'client.delete', at, changes };
    return deleter ? by(deleter, row, act) : entry(row, { ...act, actor_kind: 'system' });
  }

  function by(user: UserRow, row: DemoClient['row'], act: Act): AuditInsert {
    const staffMember = { actor_kind: 'staff', actor_id: user.id, actor_name: user.name } as const;
    return entry(row, { ...act, ...staffMember, ip: '198.51.100.7' });
  }

  function entry(
    row: DemoClient['row'],
    { changes = [], ...act }: Act & Pick<AuditInsert, 'actor_kind'>,
  ): AuditInsert {
    return {
      ...act,
      id: random.id(),
      subject_type: 'client',
      subject_id: row.id,
      subject_name: row.name,
      client_id: row.id,
      changes: JSON.stringify(changes),
    };
  }
}

type Act = Partial<Omit<AuditInsert, 'changes'>> &
  Pick<AuditInsert, 'action' | 'at'> & { changes?: AuditChange[] };
