import * as z from 'zod';
import { moment } from '../kernel/primitives.ts';

/** `GET admin/clients/{id}/vat-check`: what VIES said of the buyer's VAT number. */
export const vatCheck = z.object({
  /** As VIES is asked: `DE123456789`; null: there is none that it would know. */
  number: z.string().nullable(),
  /** Null: nobody asks, because the number or the seller is outside of what VIES is for. */
  status: z.enum(['pending', 'valid', 'invalid']).nullable(),
  /** An answer is still to come. */
  is_waiting: z.boolean(),
  requested_at: moment.nullable(),
  answered_at: moment.nullable(),
  /** Whose number it is, as VIES says. */
  name: z.string().nullable(),
});
export type VatCheck = z.infer<typeof vatCheck>;
