import * as z from 'zod';
import { limits, line, moment } from '../kernel/primitives.ts';

/** `POST admin/clients/{id}/erase`: why, in words that stay and name nobody. */
export const erasureInput = z.strictObject({ reason: line(limits.reason) });

/** `GET admin/clients/{id}/mentions`: other clients whose notes have a contact of this one, the first of them by name. */
export const mentions = z.object({
  count: z.number(),
  clients: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** An erasure: the rows are changed at once, what is kept elsewhere goes soon after. */
export const erasure = z.object({
  asked_at: moment,
  reason: z.string(),
  /** Who asked; null: the operator, by the command line. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** When nothing was left; null while something is. */
  finished_at: moment.nullable(),
});
export type Erasure = z.infer<typeof erasure>;
