import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnDocument } from '#contract/entities/document.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';
import { useFormats } from './use-formats.ts';

const most = 100;

/** One's own documents, newest first, each as a file. Not there before the first one. */
export function OwnDocuments() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const query = new URLSearchParams({ limit: String(most) });
      return (await client.call('documents', { query, signal })).data;
    },
    [client],
  );
  const asked = useAnswer(ask);
  return (
    <AsyncContent asked={asked}>
      {(documents) => (
        <>
          {documents.length > 0 && (
            <section className="part" aria-labelledby="documents-title">
              <h2 id="documents-title">{t('account.documents.title')}</h2>
              <ul className="ledger">
                {documents.map((document) => (
                  <Line key={document.id} document={document} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </AsyncContent>
  );
}

function Line({ document: { id, number, kind, status, total, issued_on } }: { document: OwnDocument }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { money, day } = useFormats();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function save() {
    setBusy(true);
    setFailure(null);
    try {
      const response = await client.file('documentPdf', { params: { id } });
      saveFile(await response.blob(), fileNameOf(response) ?? `${number}.pdf`);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }

  const details = [
    t(`account.documents.kind.${kind}`),
    day(issued_on),
    t(`account.documents.status.${status}`),
  ];
  return (
    <li>
      <span className="ledger-kind">{number}</span>
      <span className="ledger-amount">{money(total)}</span>
      <span className="muted">{details.join(' · ')}</span>
      <Button
        look="text"
        busy={busy}
        aria-label={t('account.documents.pdf', { number })}
        onClick={() => void save()}
      >
        PDF
      </Button>
      {failure !== null && <Notice kind="danger">{failureText(failure)}</Notice>}
    </li>
  );
}
