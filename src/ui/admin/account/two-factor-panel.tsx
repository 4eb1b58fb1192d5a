import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type TwoFactorProofInput,
  twoFactorProofInput,
  type TwoFactorState,
} from '#contract/accounts/two-factor.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { ownSessionsKey } from './own-sessions.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorFields, secondFactorFields } from './second-factor-fields.tsx';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import '#web/ui/admin/form/form-parts.css';
import './two-factor.css';

const stateKey = ['own-two-factor'];

/** One's own second factor: setting it up, making new recovery codes, switching it off. */
export function TwoFactorPanel() {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const queries = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: stateKey,
    queryFn: ({ signal }) => http.call(twoFactorApi.twoFactor, { signal }),
    retry: false,
  });
  const changed = () => {
    void queries.invalidateQueries({ queryKey: stateKey });
    void queries.invalidateQueries({ queryKey: ownSessionsKey });
  };
  return (
    <section className="panel panel-wide">
      <h2>{t('twoFactor.title')}</h2>
      {isPending && <Skeleton active />}
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {data && data.data.on_since === null && <Off onChanged={changed} />}
      {data && data.data.on_since !== null && (
        <On state={data.data} since={data.data.on_since} onChanged={changed} />
      )}
    </section>
  );
}

function Off({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const [isSettingUp, setSettingUp] = useState(false);
  return (
    <>
      <p className="muted">{t('twoFactor.about')}</p>
      {isSettingUp ? (
        <TwoFactorSetUp
          onDone={() => {
            notification.success({
              message: t('twoFactor.switchedOn'),
              description: t('account.passwordSavedText'),
            });
            onChanged();
          }}
        />
      ) : (
        <Button onClick={() => setSettingUp(true)}>{t('twoFactor.setUp')}</Button>
      )}
    </>
  );
}

type Asked = 'off' | 'codes' | null;

function On({ state, since, onChanged }: { state: TwoFactorState; since: string; onChanged: () => void }) {
  const { t } = useTranslation();
  const { http, session } = useAdmin();
  const { notification } = App.useApp();
  const [asked, setAsked] = useState<Asked>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function switchOff(body: TwoFactorProofInput): Promise<void> {
    await http.call(twoFactorApi.endTwoFactor, { body });
    setAsked(null);
    notification.success({ message: t('twoFactor.off.done') });
    onChanged();
    // A person who signed in by a passkey goes on.
    if (state.required) session.rememberAccount((await http.call(staffApi.me)).data);
  }

  async function renew(body: TwoFactorProofInput): Promise<void> {
    const { data } = await http.call(twoFactorApi.renewRecoveryCodes, { body });
    setAsked(null);
    setCodes(data.recovery_codes);
  }

  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        onKept={() => {
          setCodes(null);
          onChanged();
        }}
      />
    );
  }
  return (
    <>
      <p className="show-subtitle">
        <StateTag tone="good" word={t('twoFactor.onSince')} />
        <Moment iso={since} />
      </p>
      <p className="muted">{t('twoFactor.codesLeft', { count: state.recovery_codes_left })}</p>
      <div className="button-row">
        <Button onClick={() => setAsked('codes')}>{t('twoFactor.codes.renew')}</Button>
        <Button danger onClick={() => setAsked('off')}>
          {t('twoFactor.off.go')}
        </Button>
      </div>
      {asked === 'codes' && (
        <ProofDialog
          title={t('twoFactor.codes.renew')}
          text={t('twoFactor.codes.renewText')}
          go={t('actions.create')}
          send={renew}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'off' && (
        <ProofDialog
          danger
          title={t('twoFactor.off.title')}
          text={t(state.required ? 'twoFactor.off.requiredText' : 'twoFactor.off.text')}
          go={t('twoFactor.off.go')}
          send={switchOff}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Asks for both factors before changing them. */
function ProofDialog({
  title,
  text,
  go,
  danger = false,
  send,
  onClose,
}: {
  title: string;
  text: string;
  go: string;
  danger?: boolean;
  send: (input: TwoFactorProofInput) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: twoFactorProofInput,
    fields: ['current_password', ...secondFactorFields],
    send,
  });
  return (
    <Modal
      open
      title={title}
      width="28.75rem"
      onCancel={onClose}
      cancelText={t('actions.cancel')}
      okText={go}
      okButtonProps={{ danger, loading: sending }}
      onOk={() => form.submit()}
    >
      <p>{text}</p>
      <Form
        form={form}
        name="two_factor"
        layout="vertical"
        initialValues={{ current_password: '' }}
        onFinish={submit}
      >
        <Form.Item name="current_password" label={t('account.currentPassword')}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
        <SecondFactorFields />
        <FormFailure text={failure} />
        {/* Makes Enter send the form, because the dialog's own button is outside it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}
