import * as z from 'zod';
import { ownTopUp } from '#contract/money/own-top-up.ts';
import { amountField } from '#web/ui/shared/amount-schema.ts';

/** A top-up as typed, its amount in whole units of the currency with this sign, and by which way. */
export const topUpForm = (sign: string) =>
  z.object({ amount: amountField(ownTopUp, sign), way: z.string(), save_card: z.boolean() });
