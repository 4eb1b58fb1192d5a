export interface MailboxPage {
  /** As its users call the service. */
  name: string;
  url: string;
}

/** Where the mailboxes of well-known domains are read. */
const mailboxes: Record<string, MailboxPage> = {
  'gmail.com': { name: 'Gmail', url: 'https://mail.google.com' },
  'ukr.net': { name: 'ukr.net', url: 'https://mail.ukr.net' },
  'meta.ua': { name: 'Meta.ua', url: 'https://webmail.meta.ua' },
  'i.ua': { name: 'I.UA', url: 'https://mail.i.ua' },
  'outlook.com': { name: 'Outlook', url: 'https://outlook.live.com' },
  'hotmail.com': { name: 'Outlook', url: 'https://outlook.live.com' },
  'live.com': { name: 'Outlook', url: 'https://outlook.live.com' },
  'yahoo.com': { name: 'Yahoo Mail', url: 'https://mail.yahoo.com' },
  'icloud.com': { name: 'iCloud Mail', url: 'https://www.icloud.com/mail' },
  'proton.me': { name: 'Proton Mail', url: 'https://mail.proton.me' },
  'gmx.de': { name: 'GMX', url: 'https://www.gmx.net' },
  'gmx.net': { name: 'GMX', url: 'https://www.gmx.net' },
  'web.de': { name: 'WEB.DE', url: 'https://web.de' },
  'inbox.lt': { name: 'inbox.lt', url: 'https://www.inbox.lt' },
};

/** The page where an address's mailbox is read; null where its domain doesn't tell. */
export function mailboxOf(email: string): MailboxPage | null {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return Object.hasOwn(mailboxes, domain) ? (mailboxes[domain] ?? null) : null;
}
