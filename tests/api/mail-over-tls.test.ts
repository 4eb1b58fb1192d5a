import { expect, it } from 'vitest';
import { createMailTransport } from '#server/mail/mail-transport.ts';
import { openMailbox } from '#tests/support/files/mailbox.ts';

it('sends nothing to a mail server that was stripped of TLS, when it needs it', async () => {
  const mailbox = await openMailbox();
  const options = { mailFrom: 'Us <us@example.com>', list: { host: 'example.com', name: 'Us' } };
  try {
    const open = createMailTransport({ ...options, smtpUrl: mailbox.url });
    await open.verify();
    open.close();
    const strict = createMailTransport({ ...options, smtpUrl: mailbox.url, requireTls: true });
    await expect(strict.verify()).rejects.toThrow();
    strict.close();
    expect(mailbox.mails).toEqual([]);
  } finally {
    await mailbox.close();
  }
});
