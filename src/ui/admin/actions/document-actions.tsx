import { useInvalidate } from '@refinedev/core';
import type { ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import { documentApi } from '#contract/routes/document.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { RetryIcon } from '#web/ui/admin/kit/icons.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** Sends an open proforma to its client again; not there without the permission. */
export function SendDocument({
  document: { id, number },
  size,
}: { document: Pick<Document, 'id' | 'number'> } & Pick<ButtonProps, 'size'>) {
  const { t } = useTranslation();
  const call = useCall();
  const invalidate = useInvalidate();
  const { run, isRunning } = useRowAction('documents', id);
  if (!useHolds()(documentApi.sendDocument)) return null;
  return (
    <GuardedButton
      size={size}
      needs={documentApi.sendDocument}
      icon={<RetryIcon />}
      loading={isRunning}
      onClick={() =>
        void run({
          send: async () => {
            await call(documentApi.sendDocument, { params: { id } });
            await invalidate({ resource: 'document_timeline', invalidates: ['resourceAll'] });
          },
          done: t('documents.sentAgain', { number }),
        })
      }
    >
      {t('emails.resend')}
    </GuardedButton>
  );
}
