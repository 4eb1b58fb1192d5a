import { ApiException } from '@kubernetes/client-node';
import * as z from 'zod';
import { statusOf } from './kubernetes-errors.ts';

/** Who else holds fields that we wanted to set, read from the refusal of a server-side apply. */
export interface FieldConflict {
  fields: { field: string; manager: string }[];
  words: string;
}

/** The refusal of an apply without force; undefined when the error is another one. */
export function conflictOf(error: unknown): FieldConflict | undefined {
  if (!(error instanceof ApiException) || error.code !== 409) return undefined;
  const fields = statusOf(error)
    .causes.filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ field, message }) => ({ field, manager: /"([^"]*)"/.exec(message)?.[1] ?? '' }));
  if (fields.length === 0) return undefined;
  const words = fields.map(({ field, manager }) => `${field} is held by "${manager}"`).join('; ');
  return { fields, words: `${words}. Take it out of the template, or let go of it there` };
}

const managed = z.object({
  metadata: z.object({
    managedFields: z.array(
      z.looseObject({ manager: z.string(), operation: z.string(), subresource: z.string().optional() }),
    ),
  }),
});

/**
 * Whether the template wins: the object is ours, and every field in question was changed by hand (an `Update`) or is
 * one that the platform `decides`. Fields that another applies, or that a controller sets by `scale`, stay theirs.
 */
export function mayForce(
  { fields }: FieldConflict,
  live: unknown,
  { ourManager, decides }: { ourManager: string; decides: readonly string[] },
): boolean {
  const parsed = managed.safeParse(live);
  if (!parsed.success) return false;
  const { managedFields } = parsed.data.metadata;
  const isOurs = managedFields.some(
    ({ manager, operation }) => manager === ourManager && operation === 'Apply',
  );
  const isByHand = (manager: string) => {
    const entries = managedFields.filter((entry) => entry.manager === manager);
    return entries.length > 0 && entries.every((entry) => entry.operation === 'Update' && !entry.subresource);
  };
  return isOurs && fields.every(({ field, manager }) => decides.includes(field) || isByHand(manager));
}
