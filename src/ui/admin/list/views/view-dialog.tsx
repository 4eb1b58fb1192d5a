import { Form, Input, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { savedViewInput } from '#contract/entities/saved-view.ts';
import { useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';

const schema = savedViewInput.pick({ name: true, shared: true });
type Values = Required<z.input<typeof schema>>;

/** The name of a view and whether the team sees it: of a new one, or of `view`. */
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
  const [form] = Form.useForm<Values>();
  const { name = '', shared = false } = view ?? {};
  return (
    <FormDialog<typeof schema, Values>
      title={t(view ? 'views.rename' : 'views.new')}
      okText={t('actions.save')}
      form={form}
      schema={schema}
      initial={{ name, shared }}
      fields={['name', 'shared']}
      send={save}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('views.fields.name')}>
        <Input autoComplete="off" />
      </Form.Item>
      <label className="switch-row">
        <Form.Item name="shared" valuePropName="checked" noStyle>
          <Switch disabled={readOnly !== null} />
        </Form.Item>
        {t('views.share')}
      </label>
      <p className="muted">{readOnly ?? t('views.shareHelp')}</p>
    </FormDialog>
  );
}
