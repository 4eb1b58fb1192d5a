import * as z from 'zod';
import { moment } from '../primitives.ts';

/** Warnings for all staff at the top of the panel (GROWTH section 20, "Clock and brake"). */

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

/** `GET admin/alarms`. `waiting` is null while nothing waits. */
export const alarms = z.object({ clocks: z.array(wrongClock), waiting: waitingSteps.nullable() });
export type Alarms = z.infer<typeof alarms>;

/** `POST admin/alarms/confirmation`: the day and the numbers that were shown; 0 leaves that kind waiting. */
export const confirmationInput = z.strictObject({
  day: z.iso.date(),
  blocks: z.int().min(0),
  deletions: z.int().min(0),
});
