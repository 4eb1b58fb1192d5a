import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { useAnswer } from '#web/ui/customer/kit/use-answer.ts';

/** The public offer, in the present language. */
export function OfferDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { client } = useCustomer();
  const dialog = useRef<HTMLDialogElement>(null);
  const { language } = i18n;
  const ask = useCallback(
    // Loaded again for another language.
    (signal: AbortSignal) => client.call('offer', { signal, headers: { 'Content-Language': language } }),
    [client, language],
  );
  const asked = useAnswer(ask);
  const offer = asked.data?.data;

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

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
        <AsyncContent asked={asked}>
          {({ data }) => (
            <>
              <p className="offer-text">{data.body}</p>
              <p className="muted">{t('offer.version', { version: data.version })}</p>
            </>
          )}
        </AsyncContent>
      </div>
      <Button look="secondary" onClick={() => dialog.current?.close()}>
        {t('actions.close')}
      </Button>
    </dialog>
  );
}
