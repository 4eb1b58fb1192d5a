import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { saveFile } from '#web/ui/shared/save-file.ts';

/** Recovery codes, shown once; they must be copied or saved before going on. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation();
  const { config } = useCustomer();
  const [told, setTold] = useState<'copied' | 'byHand' | null>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setTold('copied');
    } catch {
      setTold('byHand'); // without https a browser has no clipboard
    }
  }

  function save(): void {
    const text = [config.productName, t('account.twoFactor.codes.title'), '', ...codes, ''].join('\r\n');
    const file = new Blob([text], { type: 'text/plain;charset=utf-8' });
    saveFile(file, `${t('account.twoFactor.codes.file')}.txt`);
  }

  return (
    <section aria-label={t('account.twoFactor.codes.title')}>
      <h3>{t('account.twoFactor.codes.title')}</h3>
      <p>{t('account.twoFactor.codes.text')}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p role="status" className="muted">
        {told && t(`account.twoFactor.codes.${told}`)}
      </p>
      <div className="actions">
        <Button onClick={onKept}>{t('account.twoFactor.codes.kept')}</Button>
        <Button look="secondary" onClick={save}>
          {t('account.twoFactor.codes.download')}
        </Button>
        <Button look="text" onClick={() => void copy()}>
          {t('account.copyShort')}
        </Button>
      </div>
    </section>
  );
}
