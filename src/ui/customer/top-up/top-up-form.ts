import * as z from 'zod';
import { limits } from '#contract/primitives.ts';
import { amountField } from '#web/ui/shared/amount-schema.ts';

/** The amount of a top-up as typed, in whole units, for `POST auth/me/proforma`. */
export const topUpForm = z.object({ amount: amountField(limits.topUp) });
