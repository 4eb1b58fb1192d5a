import { expect, it } from 'vitest';
import { compareVersions, refusalOf } from '#server/db/versions/served-from.ts';

it.each([
  ['1.0.0', '1.0.0', 0],
  ['1.0.10', '1.0.9', 1],
  ['0.9.9', '0.10.0', -1],
  ['2.0.0', '1.99.99', 1],
  ['1.0.0-rc.1', '1.0.0', -1],
  ['1.0.0', '1.0.0-rc.1', 1],
])('compares %s with %s by numbers', (one, other, sign) => {
  expect(Math.sign(compareVersions(one, other))).toBe(sign);
});

it.each([
  ['nothing unknown', [], undefined],
  ['one that only adds', [null], undefined],
  ['one that serves this version', ['1.4.0'], undefined],
  ['one that serves newer ones alone', ['1.4.1'], '1.4.1'],
  ['the strictest of several', ['1.5.0', null, '1.10.0', '1.2.0'], '1.10.0'],
])('judges %s', (_, served, from) => {
  const unknown = served.map((servedFrom, index) => ({ name: `000${index}-x.ts`, servedFrom }));
  const refusal = refusalOf(unknown, '1.4.0');
  if (from === undefined) expect(refusal).toBeUndefined();
  else expect(refusal).toContain(`serves version ${from} and newer ones; this is 1.4.0`);
});
