/**
 * A full number as people read it out: the calling code, then the digits after it in groups. `phone` is the end of
 * `phone_e164`.
 */
export function phoneInGroups({ phone, phone_e164 }: { phone: string; phone_e164: string }): string {
  const code = phone_e164.endsWith(phone) ? phone_e164.slice(0, phone_e164.length - phone.length) : '';
  const digits = phone_e164.slice(code.length);
  return [code, ...groupsOf(digits)].filter((part) => part !== '').join(' ');
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
