import * as z from 'zod';
import { can, type Permission } from '../kernel/permissions.ts';
import { moment } from '../kernel/primitives.ts';

/** Warnings for staff at the top of the panel (GROWTH section 20, "Clock and brake"; section 19, "Alarms"). */

/** What may be wrong, in the order in which it is listed, and the permission to see what is behind each. */
export const alarmPermissions = {
  ledger: 'reports.read',
  slow_worker: 'settings.read',
  billing_late: 'settings.read',
  gateway: 'payments.read',
  cabinet_host_away: 'settings.read',
  cabinet_host_full: 'settings.read',
  cabinet_failed: 'clients.read',
  email_failed: 'settings.read',
  unowned_payment: 'payments.read',
} as const satisfies Record<string, Permission>;
export type AlarmKind = keyof typeof alarmPermissions;
export const alarmKinds = Object.keys(alarmPermissions) as [AlarmKind, ...AlarmKind[]]; // `keys` loses the type

/** The kinds that the holder of these permissions may know about. */
export function alarmKindsFor(held: readonly Permission[]): AlarmKind[] {
  return alarmKinds.filter((kind) => can(held, alarmPermissions[kind], { write: false }).allowed);
}

/** A process whose clock differs from the database's: it bills, blocks, deletes and emails nothing. */
const wrongClock = z.object({
  host: z.string(),
  roles: z.array(z.string()),
  /** How far it is ahead; negative when behind. */
  offset_seconds: z.int(),
});

/**
 * Blocks and deletions that were too many for a run and wait for approval. `day` is today in the company's time zone.
 */
const waitingSteps = z.object({
  day: z.iso.date(),
  blocks: z.int(),
  deletions: z.int(),
  since: moment,
  /** The deletions wait because billing was silent before; they continue by themselves at this time. */
  deletions_until: moment.nullable(),
});

/** The open alarms of a kind: how many, since when, and what the first of them are about. */
const raisedAlarms = z.object({
  kind: z.enum(alarmKinds),
  count: z.int(),
  since: moment,
  names: z.array(z.string()),
  /** The row that it is about, when it is about one alone. */
  subject_id: z.string().nullable(),
});
export type RaisedAlarms = z.infer<typeof raisedAlarms>;

/** `GET admin/alarms`. `waiting` is null while nothing waits; `raised` has the kinds that the caller may know about. */
export const alarms = z.object({
  clocks: z.array(wrongClock),
  waiting: waitingSteps.nullable(),
  raised: z.array(raisedAlarms),
});
export type Alarms = z.infer<typeof alarms>;

/** `POST admin/alarms/confirmation`: the day and the numbers that were shown; 0 leaves that kind waiting. */
export const confirmationInput = z.strictObject({
  day: z.iso.date(),
  blocks: z.int().min(0),
  deletions: z.int().min(0),
});
