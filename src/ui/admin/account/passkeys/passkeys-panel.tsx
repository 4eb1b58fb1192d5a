import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, Modal, Popconfirm, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserOf } from '#contract/accounts/browser-name.ts';
import { newPasskeyInput, type Passkey } from '#contract/accounts/passkey.ts';
import { passkeyApi } from '#contract/routes/accounts/passkey.ts';
import { errorText } from '#web/providers/i18n.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { canUsePasskeys, makePasskey, passkeyFailure } from '#web/ui/shared/passkey.ts';
import { PasskeyList } from './passkey-list.tsx';

export const ownPasskeysKey = ['own-passkeys'];

/** One's own passkeys: where each was used last, a way to remove it, and one to add another. */
export function PasskeysPanel() {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const [isAdding, setAdding] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ownPasskeysKey,
    queryFn: ({ signal }) => http.call(passkeyApi.passkeys, { signal }),
    retry: false,
  });
  return (
    <section className="panel" aria-labelledby="own-passkeys">
      <h2 id="own-passkeys">{t('account.passkeys.title')}</h2>
      <p className="muted">{t('account.passkeys.about')}</p>
      {isPending && <Skeleton active />}
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {data && data.data.length > 0 && (
        <PasskeyList passkeys={data.data} act={(passkey) => <RemovePasskey passkey={passkey} />} />
      )}
      {canUsePasskeys() ? (
        <Button onClick={() => setAdding(true)}>{t('account.passkeys.add')}</Button>
      ) : (
        <p className="muted">{t('account.passkeys.unsupported')}</p>
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </section>
  );
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const { http, auth } = useAdmin();
  const { notification } = App.useApp();
  const queries = useQueryClient();

  async function remove(): Promise<void> {
    try {
      await http.call(passkeyApi.removePasskey, { params: { id } });
      notification.success({ message: t('account.passkeys.removed') });
    } catch (failure) {
      await auth.onError(failure);
      notification.error({ message: t('errors.title'), description: errorText(failure) });
    }
    await queries.invalidateQueries({ queryKey: ownPasskeysKey });
  }

  return (
    <Popconfirm
      title={t('account.passkeys.removeOf', { name })}
      description={t('account.passkeys.removeText')}
      okText={t('account.passkeys.remove')}
      cancelText={t('actions.cancel')}
      onConfirm={remove}
    >
      <Button size="small" aria-label={t('account.passkeys.removeOf', { name })}>
        {t('account.passkeys.remove')}
      </Button>
    </Popconfirm>
  );
}

/** Asks for a name, and lets the device make it; the dialog for a fresh proof comes by itself. */
export function AddPasskey({ onClose, onAdded }: { onClose: () => void; onAdded?: () => void }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { notification } = App.useApp();
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: newPasskeyInput.pick({ name: true }),
    fields: ['name'],
    send: async ({ name }) => {
      setRefusal(null);
      const { data } = await http.call(passkeyApi.beginPasskey);
      try {
        const answer = await makePasskey(data);
        await http.call(passkeyApi.addPasskey, { body: { name, answer } });
      } catch (error) {
        const known = passkeyFailure(error);
        if (!known) throw error;
        setRefusal(t(known));
        return;
      }
      await queries.invalidateQueries({ queryKey: ownPasskeysKey });
      notification.success({ message: t('account.passkeys.added') });
      onClose();
      onAdded?.();
    },
  });
  return (
    <Modal
      open
      title={t('account.passkeys.add')}
      width="28.75rem"
      maskClosable={false}
      onCancel={onClose}
      cancelText={t('actions.cancel')}
      okText={t('account.passkeys.make')}
      okButtonProps={{ loading: sending }}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        name="passkey"
        layout="vertical"
        initialValues={{ name: browserOf(navigator.userAgent) ?? '' }}
        onFinish={submit}
      >
        <Form.Item name="name" label={t('account.passkeys.name')} extra={t('account.passkeys.nameHint')}>
          <Input maxLength={60} autoFocus />
        </Form.Item>
        <FormFailure text={refusal ?? failure} />
        {/* Makes Enter send the form, because the dialog's own button is outside it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}
