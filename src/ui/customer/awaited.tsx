import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/customer/button.tsx';
import { failureText } from '#web/ui/customer/contract-form.ts';
import { Notice } from '#web/ui/customer/notice.tsx';
import type { Asked } from '#web/ui/customer/use-answer.ts';

/** What was asked for, once it is there; until then that it comes, or why it doesn't and how to try again. */
export function Awaited<Data>({
  asked: { data, failure, again },
  children,
}: {
  asked: Asked<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation();
  if (data !== null) return children(data);
  if (failure === null) return <p className="muted">{t('layout.loading')}</p>;
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
