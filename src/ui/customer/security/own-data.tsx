import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataExport } from '#contract/clients/data-export.ts';
import { measureText } from '#contract/catalogue/measure-text.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useWatching } from '#web/ui/customer/account/use-watching.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import type { DataAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';

const watchedEveryMs = 5000;

/** The file of all own data: asked for, waited for, downloaded until its date. */
export function OwnData({ asked }: { asked: DataAnswer<'dataExport'> }) {
  const { again } = asked;
  const { client } = useCustomer();
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function run(work: () => Promise<unknown>) {
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
    again();
    setIsBusy(false);
  }
  const start = () => client.call('startDataExport');
  const download = async () => {
    const response = await client.file('downloadData');
    saveFile(await response.blob(), fileNameOf(response) ?? 'data.zip');
  };
  return (
    <AsyncContent asked={asked}>
      {(state) => (
        <>
          <ExportState state={state} />
          {state.status === 'making' && <Watching again={again} />}
          {failure !== null && <Notice kind="danger">{failureText(failure)}</Notice>}
          {state.status === 'ready' && (
            <Button look="secondary" busy={isBusy} onClick={() => void run(download)}>
              {t('account.data.download')}
            </Button>
          )}
          {state.downloaded_at !== null && (
            <Button look="text" busy={isBusy} onClick={() => void run(start)}>
              {t('account.data.again')}
            </Button>
          )}
          {(state.status === 'none' || state.status === 'failed') && (
            <Button look="secondary" busy={isBusy} onClick={() => void run(start)}>
              {t('account.data.open')}
            </Button>
          )}
        </>
      )}
    </AsyncContent>
  );
}

function ExportState({ state }: { state: DataExport }) {
  const { t } = useTranslation();
  const { moment, money } = useFormats();
  switch (state.status) {
    case 'none':
      return <p>{t('account.data.lead')}</p>;
    case 'making':
      return <Notice>{t('account.data.making')}</Notice>;
    case 'failed':
      return <Notice kind="danger">{t('account.data.failed')}</Notice>;
    case 'ready': {
      const size = measureText(state.bytes ?? 0, 'bytes', { tag: currentLocale(), money });
      return (
        <Notice kind={state.cabinet === 'missing' ? 'warning' : 'success'}>
          <p>{t('account.data.ready', { size, date: moment(state.expires_at ?? '') })}</p>
          {state.cabinet === 'missing' && <p>{t('account.data.missing')}</p>}
        </Notice>
      );
    }
  }
}

/** Looks again while the file is being made. */
function Watching({ again }: { again: () => void }) {
  useWatching(again, watchedEveryMs);
  return null;
}
