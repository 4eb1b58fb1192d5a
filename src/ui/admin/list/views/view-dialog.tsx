import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { savedViewInput } from '#contract/entities/saved-view.ts';
import { useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';

const schema = savedViewInput.pick({ name: true, shared: true });

/** The name of a view, and whether the team sees it; for a new view or for `view`. */
export function ViewDialog({
  view,
  save,
  onClose,
}: {
  view?: { id: string; name: string; shared: boolean };
  save: (input: z.output<typeof schema>) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const readOnly = useReadOnlyReason();
  return (
    <FormDialog
      title={t(view ? 'views.rename' : 'views.new')}
      okText={t('actions.save')}
      name="views"
      fields={[
        { group: 'view', name: 'name', kind: 'text' },
        {
          group: 'view',
          name: 'shared',
          kind: 'switch',
          label: 'views.share',
          disabled: readOnly !== null,
          extra: readOnly ?? t('views.shareHelp'),
        },
      ]}
      schema={schema}
      initial={{ ...view, shared: view?.shared ?? false }}
      send={save}
      onClose={onClose}
    />
  );
}
