import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { askedReason } from '#contract/entities/client.ts';
import { FormDialog } from './form-dialog.tsx';
import type { ActWords, BeginningOf, TextKey } from '#web/ui/admin/resource/declared-key.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import type { RowAction } from '#web/ui/admin/resource/row-action.ts';

const fields: FormField[] = [
  { group: 'reason', name: 'reason', kind: 'text', label: 'form.reason', help: true },
];

/**
 * Asks for a reason before an action on one row, and says what will happen: `TEXTS.title` and `.text`. `.done` is said
 * afterwards, with a way to undo it.
 */
export function ReasonDialog({
  resource,
  id,
  texts,
  label,
  words,
  danger = false,
  more,
  send,
  undo,
  onClose,
}: Pick<RowAction, 'undo'> & {
  resource: string;
  id: string;
  texts: BeginningOf<'title'> & BeginningOf<'text'> & BeginningOf<'done'>;
  label: TextKey;
  words: ActWords;
  danger?: boolean;
  /** What else happens, below the text. */
  more?: ReactNode;
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run } = useRowAction(resource, id);
  return (
    <FormDialog
      title={t(`${texts}.title`, words)}
      okText={t(label)}
      danger={danger}
      name={resource}
      fields={fields}
      schema={askedReason}
      above={
        <>
          <p>{t(`${texts}.text`)}</p>
          {more}
        </>
      }
      send={async ({ reason }) => {
        const sent = await send(reason);
        onClose();
        // What has been done is said, and the row's screens are loaded again.
        void run({ send: () => Promise.resolve(sent), undo, done: t(`${texts}.done`, words) });
      }}
      onClose={onClose}
    />
  );
}
