import * as z from 'zod';
import { cabinetBackup, cabinetDeletion, cabinetStatuses, cabinetTasks } from '../cabinets/cabinet.ts';
import { client } from '../entities/client.ts';
import { moment } from '../primitives.ts';

const text = z.string();
const nullableText = text.nullable();
const nullableMoment = moment.nullable();

/** What a client who has not come in yet was sent: by staff, or after a registration. */
export const clientLetters = ['invitation', 'confirmation'] as const;
export type ClientLetter = (typeof clientLetters)[number];

/** The show page adds how the cabinet was made: steps, attempts and the last error in the reader's language. */
export const clientDetails = client.extend({
  /** The letter that the client has not followed yet; null once the address is confirmed. */
  awaits: z.enum(clientLetters).nullable(),
  /** A new address that waits for its confirmation. */
  pending_email: nullableText,
  cabinet: z.object({
    status: z.enum(cabinetStatuses),
    steps: z.array(
      z.object({
        key: text,
        state: text,
        attempts: z.int(),
        error: nullableText,
        started_at: nullableMoment,
        finished_at: nullableMoment,
      }),
    ),
    error: z.object({ message: text, detail: nullableText, reference: text }).nullable(),
    /** Since when the task waits for a host that does not answer: no failure of the cabinet. */
    host_away_since: nullableMoment,
    created_at: nullableMoment,
    ready_at: nullableMoment,
    /** What is under way; null at rest. */
    task: z.enum(cabinetTasks).nullable(),
    /** The newest first, those whose date has passed included. */
    backups: z.array(cabinetBackup),
    deletions: z.array(cabinetDeletion),
  }),
});
export type ClientDetails = z.infer<typeof clientDetails>;
