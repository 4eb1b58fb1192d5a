/** Where the mailboxes of well-known domains are read. */
const mailboxes: Record<string, string> = {
  'gmail.com': 'https://mail.google.com',
  'ukr.net': 'https://mail.ukr.net',
  'meta.ua': 'https://webmail.meta.ua',
  'i.ua': 'https://mail.i.ua',
  'outlook.com': 'https://outlook.live.com',
  'hotmail.com': 'https://outlook.live.com',
  'live.com': 'https://outlook.live.com',
  'yahoo.com': 'https://mail.yahoo.com',
  'icloud.com': 'https://www.icloud.com/mail',
  'proton.me': 'https://mail.proton.me',
  'gmx.de': 'https://www.gmx.net',
  'gmx.net': 'https://www.gmx.net',
  'web.de': 'https://web.de',
  'inbox.lt': 'https://www.inbox.lt',
};

/** The page where an address's mailbox is read; null where its domain doesn't tell. */
export function mailboxOf(email: string): string | null {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return Object.hasOwn(mailboxes, domain) ? (mailboxes[domain] ?? null) : null;
}
