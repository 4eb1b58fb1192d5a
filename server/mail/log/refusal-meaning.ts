const meanings = {
  no_mailbox: /^5\.1\.(1|6|10)$/,
  no_domain: /^5\.(1\.2|4\.4)$/,
  mailbox_full: /^[45]\.2\.2$/,
  mailbox_off: /^[45]\.2\.1$/,
  refused: /^5\.7\.\d+$/,
} as const;
export type RefusalMeaning = keyof typeof meanings;

/**
 * What a mail server's refusal means, by its enhanced status code (RFC 3463), a key of `mailErrors` in `messages.json`;
 * null where the code says nothing that helps. Pure.
 */
export function refusalMeaning(error: string): RefusalMeaning | null {
  const code = /\b[45]\d\d[ -](?<enhanced>[45]\.\d{1,3}\.\d{1,3})\b/.exec(error)?.groups?.enhanced;
  if (code === undefined) return null;
  const found = Object.entries(meanings).find(([, pattern]) => pattern.test(code));
  return found ? (found[0] as RefusalMeaning) : null; // a key of the record
}
