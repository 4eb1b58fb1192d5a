import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#contract/registration.ts';
import { Button } from '#web/ui/customer/button.tsx';
import { failureText } from '#web/ui/customer/contract-form.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { Notice } from '#web/ui/customer/notice.tsx';

/** The public offer, in the language that is shown. */
export function OfferDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { client } = useCustomer();
  const dialog = useRef<HTMLDialogElement>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  useEffect(() => {
    const abort = new AbortController();
    client.call('offer', { signal: abort.signal }).then(
      ({ data }) => setOffer(data),
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(error);
      },
    );
    return () => abort.abort();
  }, [client, i18n.language, attempt]);

  function retry() {
    setFailure(null);
    setAttempt(attempt + 1);
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="offer-title" onClose={onClose}>
      <h2 id="offer-title">{offer?.title ?? t('offer.title')}</h2>
      <div
        className="dialog-body"
        tabIndex={0}
        role="region"
        aria-labelledby="offer-title"
        lang={offer?.locale}
      >
        {offer ? (
          <>
            <p className="offer-text">{offer.body}</p>
            <p className="muted">{t('offer.version', { version: offer.version })}</p>
          </>
        ) : failure ? (
          <>
            <Notice kind="danger">{failureText(failure)}</Notice>
            <Button look="secondary" onClick={retry}>
              {t('actions.retry')}
            </Button>
          </>
        ) : (
          <p className="muted">{t('layout.loading')}</p>
        )}
      </div>
      <Button look="secondary" onClick={() => dialog.current?.close()}>
        {t('actions.close')}
      </Button>
    </dialog>
  );
}
