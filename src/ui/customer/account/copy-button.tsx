import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies a text for the bank's app; absent where the browser lets nobody copy. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  // Only on a secure page, whatever the types say.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return null;
  async function copy() {
    await clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined, // refused by the person: the text is on the page
    );
  }
  return (
    <>
      <button
        type="button"
        className="link copy"
        aria-label={t('account.copy', { text })}
        onClick={() => void copy()}
      >
        {t(copied ? 'account.copiedShort' : 'account.copyShort')}
      </button>
      <span className="unseen" role="status">
        {copied ? t('account.copied', { text }) : ''}
      </span>
    </>
  );
}
