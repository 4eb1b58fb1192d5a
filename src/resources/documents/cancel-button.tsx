import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelInput, type Document } from '#contract/entities/document.ts';
import { documentApi } from '#contract/routes/document.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

const fields: FormField[] = [
  { group: 'cancel', name: 'reason', kind: 'lines', label: 'documents.cancel.reason' },
];

/** Cancels an open proforma, with the reason why; not there without the permission. */
export function CancelButton({ document }: { document: Document }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!useHolds()(documentApi.cancelDocument)) return null;
  return (
    <>
      <GuardedButton needs={documentApi.cancelDocument} type="text" danger onClick={() => setOpen(true)}>
        {t('documents.cancel.go')}
      </GuardedButton>
      {isOpen && <CancelDialog document={document} onClose={() => setOpen(false)} />}
    </>
  );
}

function CancelDialog({ document: { id, number }, onClose }: { document: Document; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const { run } = useRowAction('documents', id);
  return (
    <FormDialog
      danger
      title={t('documents.cancel.title', { number })}
      okText={t('documents.cancel.go')}
      name="documents"
      fields={fields}
      schema={cancelInput}
      onClose={onClose}
      send={async (body) => {
        await call(documentApi.cancelDocument, { params: { id }, body });
        onClose();
        await run({ send: () => Promise.resolve(), done: t('documents.cancel.done') });
      }}
      above={<p>{t('documents.cancel.text')}</p>}
    />
  );
}
