import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies a text for the bank's app; absent where the browser allows no copying. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  // Exists only on a secure page, although the types say otherwise.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return null;
  async function copy() {
    await clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined, // the person refused; the text is on the page
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
