import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnDocument } from '#contract/entities/document.ts';
import type { TransferCode } from '#contract/money/proforma.ts';
import type { OnlineMethod } from '#contract/money/online-payment.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { type ApiAnswer, useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';
import { TransferQr } from './transfer-qr.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

const most = 100;

/** One's own documents, newest first. */
export function useDocuments(): ApiAnswer<OwnDocument[]> {
  const { client } = useCustomer();
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const query = new URLSearchParams({ limit: String(most) });
      return (await client.call('documents', { query, signal })).data;
    },
    [client],
  );
  return useAnswer(ask);
}

/** One's own documents, each as a file; open ones can be paid. Not there before the first one. */
export function OwnDocuments({
  asked,
  methods,
}: {
  asked: ApiAnswer<OwnDocument[]>;
  methods: readonly OnlineMethod[];
}) {
  const { t } = useTranslation();
  return (
    <AsyncContent asked={asked}>
      {(documents) => (
        <>
          {documents.length > 0 && (
            <section className="part" aria-labelledby="documents-title">
              <h2 id="documents-title">{t('account.documents.title')}</h2>
              <ul className="ledger">
                {documents.map((document) => (
                  <Line key={document.id} document={document} methods={methods} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </AsyncContent>
  );
}

const files = { PDF: 'documentPdf', XML: 'documentXml' } as const;

function Line({
  document: { id, number, kind, status, total, paid_amount, issued_on, due_on },
  methods,
}: {
  document: OwnDocument;
  methods: readonly OnlineMethod[];
}) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { client } = useCustomer();
  const { busy, failure, run } = useRun();
  const isOpen = status === 'open';
  const pay = usePay(id);
  const [code, setCode] = useState<TransferCode | null>(null);

  async function showCode() {
    setCode((await client.call('documentCode', { params: { id } })).data);
  }

  const details = [
    t(`account.documents.kind.${kind}`),
    day(issued_on),
    isOpen && due_on
      ? t('account.documents.dueBy', { date: day(due_on) })
      : t(`account.documents.status.${status}`),
    isOpen && paid_amount > 0 && t('account.documents.left', { amount: money(total - paid_amount) }),
  ];
  return (
    <li>
      <span className="ledger-kind">{number}</span>
      <span className="ledger-amount">{money(total)}</span>
      <span className="muted">{details.filter(Boolean).join(' · ')}</span>
      <span className="ledger-acts" data-wide={(isOpen && methods.length > 0) || undefined}>
        {isOpen &&
          methods.map((method) => (
            <Button
              key={method.id}
              look="secondary"
              busy={busy === method.id}
              isHeld={busy !== null}
              aria-label={t('account.documents.payBy', { number, method: method.title })}
              onClick={() => void run(method.id, () => pay(method.id))}
            >
              {methods.length === 1 ? t('account.pay.submit') : method.title}
            </Button>
          ))}
        {isOpen && (
          <Button
            look="text"
            busy={busy === 'code'}
            aria-expanded={code !== null}
            aria-label={t('account.documents.codeOf', { number })}
            onClick={() => (code ? setCode(null) : void run('code', showCode))}
          >
            {t('account.documents.code')}
          </Button>
        )}
        <Files document={{ id, number, kind }} busy={busy} run={run} />
      </span>
      {failure !== null && <Notice kind="danger">{failureText(failure)}</Notice>}
      {code && <TransferQr qr={code} name={number} />}
    </li>
  );
}

/** Begins to pay a document, and leads to where it is paid. */
function usePay(id: string) {
  const { client } = useCustomer();
  const keys = useRef(new Map<string, string>());
  return async function pay(method: OnlineMethod['id']): Promise<void> {
    // The same payment, however often it is sent.
    const key = keys.current.get(method) ?? newIdempotencyKey();
    keys.current.set(method, key);
    const { data } = await client.call('startPayment', {
      body: { method, document_id: id },
      headers: { 'Idempotency-Key': key },
    });
    if (data.redirect_url !== null) location.assign(data.redirect_url);
  };
}

function Files({
  document: { id, number, kind },
  busy,
  run,
}: { document: Pick<OwnDocument, 'id' | 'number' | 'kind'> } & Pick<
  ReturnType<typeof useRun>,
  'busy' | 'run'
>) {
  const { client } = useCustomer();
  const hasXml = kind === 'invoice' || kind === 'credit_note';

  async function save(format: keyof typeof files) {
    const response = await client.file(files[format], { params: { id } });
    saveFile(await response.blob(), fileNameOf(response) ?? `${number}.${format.toLowerCase()}`);
  }

  return (hasXml ? (['PDF', 'XML'] as const) : (['PDF'] as const)).map((format) => (
    <Button
      key={format}
      look="text"
      busy={busy === format}
      aria-label={`${format} ${number}`}
      onClick={() => void run(format, () => save(format))}
    >
      {format}
    </Button>
  ));
}

/** One thing at a time, by its name, with why it failed. */
function useRun() {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  async function run(name: string, work: () => Promise<void>) {
    setBusy(name);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
    setBusy(null);
  }
  return { busy, failure, run };
}
