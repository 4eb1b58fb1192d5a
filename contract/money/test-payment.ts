import * as z from 'zod';

/** What the page of the test gateway posts to `payments/test/events`: signed into its address by the server. */
export const testNotice = z.strictObject({
  reference: z.string().max(100),
  /** Minor units. */
  amount: z.int(),
  currency: z.string().max(3),
  /** Whether the card may be kept. */
  card: z.boolean(),
  outcome: z.enum(['pay', 'fail']),
  signature: z.string().max(100),
});
export type TestNotice = z.infer<typeof testNotice>;
