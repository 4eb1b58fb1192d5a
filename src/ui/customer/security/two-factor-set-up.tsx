import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import type { twoFactorSecret } from '#contract/accounts/two-factor.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { PasswordField } from '#web/ui/customer/form/password-field.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { CodeField, useFactorLabels } from './second-factor-fields.tsx';

type Secret = z.infer<typeof twoFactorSecret>;
type Step = { name: 'password' } | { name: 'app'; secret: Secret } | { name: 'codes'; codes: string[] };

interface SetUpProps {
  onCancel: () => void;
  /** The recovery codes are kept. */
  onDone: () => void;
}

/** Sets up a second factor: the password, the app, the recovery codes. */
export function TwoFactorSetUp({ onCancel, onDone }: SetUpProps) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  switch (step.name) {
    case 'password':
      return <PasswordStep onBegun={(secret) => setStep({ name: 'app', secret })} onCancel={onCancel} />;
    case 'app':
      return (
        <AppStep
          secret={step.secret}
          onConfirmed={(codes) => setStep({ name: 'codes', codes })}
          onCancel={onCancel}
        />
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} onKept={onDone} />;
  }
}

function PasswordStep({ onBegun, onCancel }: { onBegun: (secret: Secret) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const contractForm = useContractForm({
    schema: () =>
      withSchemas(async () => (await import('#contract/accounts/two-factor.ts')).twoFactorBeginInput),
    defaultValues: { current_password: '' },
    fields: ['current_password'],
    send: async (input) => onBegun((await client.call('beginTwoFactor', { body: input })).data),
  });
  return (
    <FormFrame of={contractForm} submitLabel={t('actions.continue')} beside={<Cancel onCancel={onCancel} />}>
      <PasswordField
        label={t('fields.current_password')}
        autoComplete="current-password"
        autoFocus
        {...contractForm.field('current_password')}
      />
    </FormFrame>
  );
}

function AppStep({
  secret: { secret, uri },
  onConfirmed,
  onCancel,
}: {
  secret: Secret;
  onConfirmed: (codes: string[]) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const contractForm = useContractForm({
    schema: () =>
      withSchemas(async () => (await import('#contract/accounts/two-factor.ts')).twoFactorConfirmInput),
    defaultValues: { code: '' },
    fields: ['code'],
    send: async (input) =>
      onConfirmed((await client.call('confirmTwoFactor', { body: input })).data.recovery_codes),
  });
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('account.twoFactor.switchOn')}
      labels={useFactorLabels()}
      beside={<Cancel onCancel={onCancel} />}
    >
      <p>{t('account.twoFactor.scan')}</p>
      <div className="qr">
        <Qr text={uri} alt={t('account.twoFactor.qr')} />
        <div>
          <p className="muted">{t('account.twoFactor.secret')}</p>
          <code className="two-factor-key">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
      </div>
      <CodeField {...contractForm.field('code')} />
    </FormFrame>
  );
}

/** Drawn here, so that nobody else sees the secret; the code for that is loaded with the first one. */
function Qr({ text, alt }: { text: string; alt: string }) {
  const [svg, setSvg] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    import('qrcode')
      .then(({ toString }) => toString(text, { type: 'svg', margin: 2 }))
      .then(
        (drawn) => isCurrent && setSvg(drawn),
        () => undefined, // the key can be typed
      );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (svg === null) return null;
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} width="200" height="200" />;
}

function Cancel({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <Button look="text" onClick={onCancel}>
      {t('actions.cancel')}
    </Button>
  );
}
