import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { CopyIcon, DownloadIcon } from '#web/ui/admin/kit/icons.tsx';
import { saveFile } from '#web/ui/shared/save-file.ts';

/** Recovery codes, shown once; they must be copied or saved before going on. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { notification } = App.useApp();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notification.success({ message: t('twoFactor.codes.copied') });
    } catch {
      // Without https a browser has no clipboard; the codes can still be selected.
      notification.info({ message: t('twoFactor.codes.byHand') });
    }
  }

  function save(): void {
    const text = [config.productName, t('twoFactor.codes.title'), '', ...codes, ''].join('\r\n');
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${t('twoFactor.codes.file')}.txt`);
  }

  return (
    <section className="recovery-codes" aria-label={t('twoFactor.codes.title')}>
      <h3>{t('twoFactor.codes.title')}</h3>
      <p>{t('twoFactor.codes.text')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          {t('copy.copy')}
        </Button>
        <Button icon={<DownloadIcon />} onClick={save}>
          {t('twoFactor.codes.download')}
        </Button>
        <Button type="primary" onClick={onKept}>
          {t('twoFactor.codes.kept')}
        </Button>
      </div>
    </section>
  );
}
