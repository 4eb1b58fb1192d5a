import * as z from 'zod';
import { topUpMoments } from '#contract/money/online-payment.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { amountField } from '#web/ui/shared/amount-schema.ts';

const shared = { enabled: z.boolean(), card_id: z.string() };

/** An automatic top-up as it is typed, amounts in whole units; what isn't asked for isn't checked. */
export const autoTopUpForm = z
  .object({
    ...shared,
    when: z.enum(topUpMoments),
    how_much: z.enum(['period', 'fixed']),
    threshold: z.string(),
    fixed_amount: z.string(),
  })
  .transform(({ threshold, how_much, fixed_amount, ...rest }, { issues }) => {
    const typed = (name: string, text: string, bounds: { min?: number; max: number }) => {
      const read = amountField(bounds).safeParse(text);
      if (read.success) return read.data;
      issues.push(...read.error.issues.map((issue) => ({ ...issue, input: text, path: [name] }) as never));
      return 0;
    };
    return {
      ...rest,
      ...(rest.when === 'below' && { threshold: typed('threshold', threshold, { max: limits.topUp.max }) }),
      amount: how_much === 'period' ? ('period' as const) : typed('fixed_amount', fixed_amount, limits.topUp),
    };
  });
