/**
 * Whether a mail server refused the recipient's address itself: by the second figure of its code (RFC 3463; 5.1.7 and
 * 5.1.8 are about the sender), or by 550, 551 and 553 without one. A full mailbox or a blocked sender is not it. Pure.
 */
export function isAddressRefused(error: string | null): boolean {
  if (error === null) return false;
  const [, subject, detail] = /(?<![\d.])[45]\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/.exec(error) ?? [];
  if (subject !== undefined) return subject === '1' && detail !== '7' && detail !== '8';
  return /\b55[013]\b/.test(error);
}
