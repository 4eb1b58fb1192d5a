import { Button, Form, Input, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { clientSignInInput } from '#contract/cabinets/cabinet.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { clientApi } from '#contract/routes/client.ts';
import { useMay, useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
import { Hint } from '#web/ui/admin/kit/hint.tsx';
import { ExternalIcon } from '#web/ui/admin/kit/icons.tsx';
import { DialogFrame } from '#web/ui/admin/form/dialog-frame.tsx';
import { sendByKeys } from '#web/ui/admin/form/submit/send-keys.ts';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';

/** Signs in to a client's cabinet, with a reason that the client can read afterwards (DESIGN section 10.14). */
export function SignInAsClient({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const may = useMay()(clientApi.signInAsClient);
  const hasCabinet = client.cabinet.status === 'active' && client.deleted_at === null;
  if (!may.allowed) return null;
  const refusal = hasCabinet ? undefined : t('clients.signIn.noCabinet');
  return (
    <>
      <Hint text={refusal}>
        <Button icon={<ExternalIcon />} disabled={refusal !== undefined} onClick={() => setOpen(true)}>
          {t('clients.signIn.button')}
        </Button>
      </Hint>
      {isOpen && <SignInDialog client={client} onClose={() => setOpen(false)} />}
    </>
  );
}

function SignInDialog({ client, onClose }: { client: ClientDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const [form] = Form.useForm();
  const readOnlyReason = useReadOnlyReason();
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);
  // A look is what is mostly wanted, and spoils nothing.
  const initial = { reason: '', read_only: true };
  const reason = Form.useWatch<string | undefined>('reason', form) ?? '';
  const { submit, sending, failure } = useSubmit({
    form,
    schema: clientSignInInput,
    fields: ['reason', 'read_only'],
    send: async (input) => {
      const { data } = await call(clientApi.signInAsClient, { params: { id: client.id }, body: input });
      // Opened only now, when there is something to show; a browser that blocks it gets a link.
      const tab = window.open(data.url, '_blank');
      if (tab === null) return setBlockedUrl(data.url);
      tab.opener = null;
      onClose();
    },
  });

  return (
    <DialogFrame
      title={t('clients.signIn.title', { name: client.name })}
      okText={t('clients.signIn.go')}
      confirmLoading={sending}
      okButtonProps={{ style: blockedUrl === null ? {} : { display: 'none' } }}
      onOk={() => form.submit()}
      isDirty={reason !== '' && blockedUrl === null}
      onClose={onClose}
      width="30rem"
    >
      {blockedUrl === null ? (
        <Form
          form={form}
          layout="vertical"
          initialValues={initial}
          onFinish={submit}
          onKeyDown={sendByKeys(form)}
        >
          <p>{t('clients.signIn.text')}</p>
          <Form.Item name="reason" label={t('clients.signIn.reason')} required>
            <Input count={{ show: true, max: limits.reason.max }} />
          </Form.Item>
          <label className="switch-row">
            <Form.Item name="read_only" valuePropName="checked" noStyle>
              <Switch disabled={readOnlyReason !== null} />
            </Form.Item>
            {t('clients.signIn.lookOnly')}
          </label>
          <p className="muted">{readOnlyReason ?? t('clients.signIn.lookOnlyHelp')}</p>
          <FormFailure text={failure} />
        </Form>
      ) : (
        <p role="alert">
          {t('clients.signIn.blocked')}{' '}
          <a href={blockedUrl} target="_blank" rel="noreferrer" onClick={onClose}>
            {t('clients.signIn.open')} <ExternalIcon />
          </a>
        </p>
      )}
    </DialogFrame>
  );
}
