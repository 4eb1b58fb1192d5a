import { Button, Form, Input, Modal, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { savedViewInput } from '#contract/saved-view.ts';
import { useReadOnlyReason } from '#web/ui/admin-context.ts';
import { useSubmit } from '#web/ui/form/use-submit.ts';
import '#web/ui/form/form-parts.css';

const schema = savedViewInput.pick({ name: true, shared: true });

/** The name of a view and whether the team sees it: of a new one, or of `view`. */
export function ViewDialog({
  view,
  save,
  onClose,
}: {
  view?: { name: string; shared: boolean };
  save: (input: z.output<typeof schema>) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const readOnly = useReadOnlyReason();
  const [form] = Form.useForm<z.input<typeof schema>>();
  const { submit, sending, failure } = useSubmit({ form, schema, fields: ['name', 'shared'], send: save });
  return (
    <Modal
      open
      title={t(view ? 'views.rename' : 'views.new')}
      width={440}
      onCancel={onClose}
      maskClosable={false}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('actions.cancel')}
        </Button>,
        <Button key="save" type="primary" loading={sending} onClick={() => form.submit()}>
          {t('actions.save')}
        </Button>,
      ]}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={view ?? { name: '', shared: false }}
        onFinish={submit}
      >
        {failure && (
          <p className="failure" role="alert">
            {failure}
          </p>
        )}
        <Form.Item name="name" label={t('views.fields.name')}>
          <Input autoComplete="off" autoFocus />
        </Form.Item>
        <label className="switch-row">
          <Form.Item name="shared" valuePropName="checked" noStyle>
            <Switch disabled={readOnly !== null} />
          </Form.Item>
          {t('views.share')}
        </label>
        <p className="muted">{readOnly ?? t('views.shareHelp')}</p>
      </Form>
    </Modal>
  );
}
