import * as z from 'zod';
import { cabinetBackup, cabinetDeletion, cabinetStatuses, cabinetTasks } from '../cabinets/cabinet.ts';
import { ownDomainOfClient } from '../cabinets/own-domain.ts';
import { client } from '../entities/client.ts';
import { metricLimit, metricUsage } from '../catalogue/metric.ts';
import { erasure } from './erasure.ts';
import { note } from './note.ts';
import { moment } from '../kernel/primitives.ts';

const text = z.string();
const nullableText = text.nullable();
const nullableMoment = moment.nullable();

/** The email that waits for a client's first visit: an invitation by staff, or the confirmation of a registration. */
export const awaitedEmails = ['invitation', 'confirmation'] as const;
export type AwaitedEmail = (typeof awaitedEmails)[number];

/** The show page adds how the cabinet was made: steps, attempts and the last error in the reader's language. */
export const clientDetails = client.extend({
  /** The email that the client has not followed yet; null once the address is confirmed. */
  awaits: z.enum(awaitedEmails).nullable(),
  /**
   * What the next period costs and what the balance lacks for it (minor units); without `date` it is charged when the
   * money comes. Null where nothing is to be paid.
   */
  next_payment: z.object({ amount: z.int(), missing: z.int(), date: nullableMoment }).nullable(),
  /** When the cabinet is suspended if nothing is paid before; null where the balance pays, or nothing is due. */
  stops_at: nullableMoment,
  /** A new address that waits to be confirmed. */
  pending_email: nullableText,
  /** What colleagues must see first. */
  pinned_note: note.nullable(),
  /** How far its erasure is; null: it isn't erased. */
  erasure: erasure.nullable(),
  /** The client's own limits, which hold instead of the tariff's. */
  limits: z.array(metricLimit),
  /** What the client uses of each metric that a tariff limits or a cabinet reports, in the reader's language. */
  usage: z.array(metricUsage),
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
    /** Since when the task waits for a host that does not answer; this is no failure of the cabinet. */
    host_away_since: nullableMoment,
    created_at: nullableMoment,
    ready_at: nullableMoment,
    /** The customer's own domain; null when none was asked for. */
    own_domain: ownDomainOfClient,
    /** The task under way; null for none. */
    task: z.enum(cabinetTasks).nullable(),
    /** Newest first, expired ones included. */
    backups: z.array(cabinetBackup),
    deletions: z.array(cabinetDeletion),
  }),
});
export type ClientDetails = z.infer<typeof clientDetails>;
