/**
 * A full number as people read it out: the calling code, then the digits after it in groups. `phone` is the end of
 * `phone_e164`.
 */
export function phoneInGroups({ phone, phone_e164 }: { phone: string; phone_e164: string }): string {
  const code = phone_e164.endsWith(phone) ? phone_e164.slice(0, phone_e164.length - phone.length) : '';
  const digits = phone_e164.slice(code.length);
  return [code, ...groupsOf(digits)].filter((part) => part !== '').join(' ');
}

/** A number as somebody typed it, in the groups of a client's own if it is as long and of the same country. */
export function typedPhoneInGroups(typed: string, own: { phone: string; phone_e164: string }): string {
  const { phone, phone_e164 } = own;
  const code = phone_e164.slice(0, phone_e164.length - phone.length);
  const full = typed.startsWith('+') ? typed : `+${typed}`;
  const isAlike = code.length > 1 && full.startsWith(code) && full.length === phone_e164.length;
  if (!isAlike || !/^\+\d+$/.test(full)) return typed;
  return phoneInGroups({ phone: full.slice(code.length), phone_e164: full });
}

/** `63 381 63 34`, as numbers of nine digits are said in Ukraine; others in threes, the last group of two to four. */
function groupsOf(digits: string): string[] {
  if (digits.length === 9)
    return [digits.slice(0, 2), digits.slice(2, 5), digits.slice(5, 7), digits.slice(7)];
  if (digits.length <= 4) return [digits];
  return [digits.slice(0, 3), ...groupsOf3(digits.slice(3))];
}

function groupsOf3(digits: string): string[] {
  return digits.length <= 4 ? [digits] : [digits.slice(0, 3), ...groupsOf3(digits.slice(3))];
}
