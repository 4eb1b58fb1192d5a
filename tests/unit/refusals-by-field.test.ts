import { expect, it } from 'vitest';
import * as z from 'zod';
import { refusalsByField } from '#contract/kernel/issues.ts';

it('names a field that is called like a part of JavaScript', () => {
  const sent: unknown = JSON.parse('{ "__proto__": 1, "constructor": 2 }');
  const { error } = z.strictObject({}).safeParse(sent);
  expect(Object.keys(refusalsByField(error as z.ZodError)).sort()).toEqual(['__proto__', 'constructor']);
});
