import { expect, test } from 'vitest';
import { withoutAddresses } from '#server/mail/words-of-strangers.ts';

test.each([
  ['Win at http://spam.example', 'Win at …'],
  ['WWW.SPAM.EXAMPLE/win now', '… now'],
  ['Call spam.example today', 'Call … today'],
  ['write@spam.example', '…'],
  ['ТОВ «Пекарня № 1»', 'ТОВ «Пекарня № 1»'],
  ['J. R. Miller & Co.', 'J. R. Miller & Co.'],
])('%s is told as %s', (name, told) => expect(withoutAddresses(name)).toBe(told));
