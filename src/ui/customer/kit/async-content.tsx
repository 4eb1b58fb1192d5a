import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from './notice.tsx';
import type { ApiAnswer } from './use-answer.ts';

/** Loaded content; until then a sign that it is loading, or the error with a button to try again. */
export function AsyncContent<Data>({
  asked: { data, failure, again },
  waiting,
  children,
}: {
  asked: ApiAnswer<Data>;
  /** Instead of the usual sign. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation();
  if (data !== null) return children(data);
  if (failure === null) return waiting ?? <p className="muted">{t('layout.loading')}</p>;
  return (
    <>
      <Notice kind="danger">{failureText(failure)}</Notice>
      <div className="actions">
        <Button look="secondary" onClick={again}>
          {t('actions.retry')}
        </Button>
      </div>
    </>
  );
}
