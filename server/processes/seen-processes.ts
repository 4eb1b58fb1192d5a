import { type Role, roles } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import { seenRoles } from './heartbeat-store.ts';

/** For each role: whether a process with it runs, and when one last reported (GROWTH section 20, "Workers"). */
export type SeenProcesses = Record<Role, { isAlive: boolean; seenAt: Date | null }>;

export async function seenProcesses(db: Db): Promise<SeenProcesses> {
  const seen = await seenRoles(db);
  const of = (role: Role) => seen.find((one) => one.role === role) ?? { isAlive: false, seenAt: null };
  return Object.fromEntries(roles.map((role) => [role, of(role)])) as SeenProcesses; // one entry for each role
}
