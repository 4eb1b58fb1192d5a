import { expect, it } from 'vitest';
import { pressedKey } from '#web/ui/admin/kit/use-keys.ts';

it.each([
  ['j', 'KeyJ', 'j'],
  ['о', 'KeyJ', 'j'],
  ['л', 'KeyK', 'k'],
  ['ч', 'KeyX', 'x'],
  // A German keyboard has y and z the other way round.
  ['z', 'KeyY', 'z'],
  ['/', 'Slash', '/'],
  ['.', 'Slash', '/'],
  [',', 'Slash', '?'],
  ['/', 'Digit7', '/'],
  ['-', 'Slash', '-'],
  ['.', 'Period', '.'],
  ['Enter', 'Enter', 'Enter'],
  ['J', 'KeyJ', 'J'],
])('reads %s at %s as %s', (key, code, read) => {
  expect(pressedKey({ key, code })).toBe(read);
});
