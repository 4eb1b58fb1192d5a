import * as z from 'zod';
import { gatewayNames } from '#contract/money/payment-gateway.ts';
import { limits } from '#contract/primitives.ts';
import { amountField } from '#web/ui/shared/amount-schema.ts';

/** An online payment as it is typed; its amount in whole units. Gives `POST auth/me/payments`. */
export const payForm = z
  .object({ pay_amount: amountField(limits.topUp), method: z.enum(gatewayNames), save_card: z.boolean() })
  .transform(({ pay_amount, method, save_card }) => ({
    method,
    amount: pay_amount,
    ...(save_card && { save_card }),
  }));
