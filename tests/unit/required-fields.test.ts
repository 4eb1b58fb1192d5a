import { expect, it } from 'vitest';
import * as z from 'zod';
import { bonusInput, replenishInput } from '#contract/clients/wallet.ts';
import { withRequired } from '#web/ui/admin/form/submit/required-fields.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';

const field = (name: string, kind: 'text' | 'lines' | 'number' | 'money', more: object = {}) =>
  ({ group: 'all', name, kind, ...more }) as FormField; // of any of these kinds
const required = (...asked: Parameters<typeof withRequired>) =>
  withRequired(...asked).flatMap((one) => (one.required ? [one.name] : []));

it('marks what the contract refuses when it is empty', () => {
  const fields = [field('amount', 'money'), field('note', 'lines')];
  expect(required(fields, { schema: bonusInput })).toEqual(['amount', 'note']);
  const topUp = [field('amount', 'money'), field('note', 'lines', { empty: 'omit' })];
  expect(required(topUp, { schema: replenishInput, initial: { service: 'cash' } })).toEqual(['amount']);
});

it('takes what is chosen as it is, and what a field says of itself', () => {
  const service: FormField = { group: 'all', name: 'service', kind: 'enum', values: ['cash', 'card'] };
  const invoice = field('invoice', 'text', { empty: 'omit', required: false });
  const initial = { service: 'card' };
  expect(required([service, invoice], { schema: replenishInput, initial })).toEqual([]);
  expect(required([service], { schema: replenishInput })).toEqual(['service']);
});

it('knows what is typed in a row as empty too, and checks what would be sent', () => {
  const schema = z.object({ title: z.string().min(1), days: z.int(), more: z.string().nullable() });
  const fields = [field('title', 'text'), field('days', 'number'), field('more', 'text', { empty: 'null' })];
  const initial = { title: 'A title', days: 7, more: 'Much' };
  expect(required(fields, { schema, initial })).toEqual(['title', 'days']);
  const tidy = (input: Record<string, unknown>) => ({ ...input, days: 1 });
  expect(required(fields, { schema, initial, tidy })).toEqual(['title']);
});
