import { useTranslation } from 'react-i18next';
import { mailboxOf } from './mailbox.ts';

/** A sentence about an email that was sent, with the address in bold: a mistake in it is seen at once. */
export function SentTo({ text, email }: { text: string; email: string }) {
  const [before = '', ...after] = text.split(email);
  return (
    <>
      {before}
      <strong dir="auto">{email}</strong>
      {after.join(email)}
    </>
  );
}

/** The way to the mailbox, where the address says where that is. */
export function OpenMailbox({ email }: { email: string }) {
  const { t } = useTranslation();
  const page = mailboxOf(email);
  if (page === null) return null;
  return (
    <a className="button primary" href={page.url} target="_blank" rel="noopener noreferrer">
      {t('confirmation.openMailbox', { name: page.name })}
    </a>
  );
}
