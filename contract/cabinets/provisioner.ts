import * as z from 'zod';
import { withoutStrangeCharacters } from '../kernel/plain-text.ts';
import { id } from '../kernel/primitives.ts';

/**
 * The calls of the webhook driver to the operator's provisioner, and the accepted answers (`docs/cabinet-
 * protocol.md`, "Provisioner").
 */
const cabinet = z.object({
  client_id: z.string(),
  /** The host alone. */
  domain: z.string(),
  /** The customer's own domain, under which the cabinet answers too. */
  own_domain: z.string().nullable(),
  url: z.string(),
  /** Signs the cabinet's own calls. */
  secret: z.string(),
});

/** Data to start with, or a finished copy: where to fetch it, and how to check that it is complete. */
export const transfer = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Transfer = z.infer<typeof transfer>;

const common = {
  /** The same over all tries of one operation: a repeat is answered like the first. */
  operation: z.string(),
  protocol: z.int(),
  cabinet,
  /** Where to send the result after answering 202. */
  callback_url: z.string(),
};

export const provisionerCall = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('cabinet.create'),
    step: z.enum(['database', 'instance']),
    backup: transfer.nullable(),
  }),
  z.object({
    ...common,
    type: z.literal('cabinet.suspend'),
    reason: z.enum(['unpaid', 'blocked', 'deleted']),
  }),
  z.object({ ...common, type: z.literal('cabinet.resume') }),
  z.object({ ...common, type: z.literal('cabinet.backup') }),
  z.object({ ...common, type: z.literal('cabinet.domain') }),
  z.object({ ...common, type: z.literal('cabinet.destroy') }),
]);
export type ProvisionerCall = z.infer<typeof provisionerCall>;

/** `cabinet.list`: all existing cabinets, of every client, after this client id; null: from the first. */
export const provisionerListCall = z.object({
  type: z.literal('cabinet.list'),
  after: z.string().nullable(),
  operation: z.string(),
  protocol: z.int(),
});
export type ProvisionerListCall = z.infer<typeof provisionerListCall>;

/** Empty: there are no more. */
export const provisionerListReply = z.object({
  status: z.literal('done'),
  cabinets: z.array(
    z.object({
      client_id: id,
      database: z.boolean(),
      instance: z.enum(['active', 'suspended', 'none']),
      domain: z.string().max(253).nullable(),
    }),
  ),
});

/** `done`: 200. `domain`: where it answers, if not under the requested domain. `backup`: the copy that was made. */
const done = z.object({
  status: z.literal('done'),
  domain: z
    .string()
    .max(253)
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/)
    .optional(),
  backup: transfer.optional(),
});
const failed = z.object({
  status: z.literal('failed'),
  // Colour codes are removed from a reason.
  message: z.string().max(1000).overwrite(withoutStrangeCharacters),
});
/** 202: the work continues; the same call is repeated after this number of seconds when no result comes. */
const pending = z.object({
  status: z.literal('pending'),
  look_again_seconds: z.int().min(1).max(3600).optional(),
});

export const provisionerReply = z.discriminatedUnion('status', [done, failed, pending]);
export type ProvisionerReply = z.infer<typeof provisionerReply>;

export const provisionerAnswer = z.discriminatedUnion('status', [done, failed]);
export type ProvisionerAnswer = z.infer<typeof provisionerAnswer>;

/** `POST provisioner/results`: the result of an operation that was answered with 202. */
export const provisionerResult = z.discriminatedUnion('status', [
  done.extend({ operation: id }).strict(),
  failed.extend({ operation: id }).strict(),
]);
export type ProvisionerResult = z.infer<typeof provisionerResult>;
