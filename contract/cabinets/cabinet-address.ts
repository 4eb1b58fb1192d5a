import * as z from 'zod';

const labelLimits = { min: 3, max: 40 } as const;

/** The first part of a cabinet's address: what DNS allows, beginning with a letter. */
export const cabinetLabel = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .min(labelLimits.min)
  .max(labelLimits.max)
  .regex(/^[a-z][a-z0-9-]*[a-z0-9]$/, { error: 'validation.cabinetLabel' });

/** `PUT cabinet/address`. */
export const cabinetAddressInput = z.strictObject({ label: cabinetLabel });

/** The address that a cabinet will have: the chosen one, else what is made of the client's name if it is free. */
export const cabinetAddress = z.object({
  label: z.string(),
  /** What follows the label in the address. */
  domain: z.string(),
  is_chosen: z.boolean(),
});
export type CabinetAddress = z.infer<typeof cabinetAddress>;
