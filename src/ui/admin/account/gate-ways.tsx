import { useQuery } from '@tanstack/react-query';
import { Button, Divider, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyApi } from '#contract/routes/accounts/passkey.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { errorText } from '#web/providers/i18n.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { canUsePasskeys, provePasskey } from '#web/ui/shared/passkey.ts';
import { AddPasskey, ownPasskeysKey } from './passkeys/passkeys-panel.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';
import { usePasskey } from './passkeys/use-passkey.ts';

/** The ways through the gate: the passkey that somebody has, else an app's codes or a new passkey. */
export function GateWays({ onDone }: { onDone: () => void }) {
  const { http } = useAdmin();
  // Kept while codes are shown: a passkey that is added opens the gate by itself.
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...ownPasskeysKey, 'gate'],
    queryFn: ({ signal }) => http.call(passkeyApi.passkeys, { signal }),
    retry: false,
    staleTime: Infinity,
  });
  if (isPending) return <Skeleton active />;
  if (error) return <Failure text={errorText(error)} retry={() => void refetch()} />;
  return data.data.length > 0 ? <UsePasskey onDone={onDone} /> : <SetUp onDone={onDone} />;
}

function UsePasskey({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { run, isRunning, failure } = usePasskey(async () => {
    const passkey = await provePasskey((await http.call(passkeyApi.askPasskey)).data);
    await http.call(twoFactorApi.reauthenticate, { body: { passkey } });
    onDone();
  });
  return (
    <>
      <p className="muted">{t('twoFactor.gate.passkey')}</p>
      <p className="muted">{t(canUsePasskeys() ? 'twoFactor.gate.lost' : 'account.passkeys.unsupported')}</p>
      <FormFailure text={failure} />
      <Button type="primary" loading={isRunning} disabled={!canUsePasskeys()} onClick={run}>
        {t('passkeys.use')}
      </Button>
    </>
  );
}

function SetUp({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <p className="muted">{t('twoFactor.gate.text')}</p>
      <p className="muted">{t('twoFactor.about')}</p>
      <TwoFactorSetUp onDone={onDone} />
      {canUsePasskeys() && (
        <>
          <Divider plain>{t('login.or')}</Divider>
          <p className="muted">{t('twoFactor.gate.orPasskey')}</p>
          <Button onClick={() => setAdding(true)}>{t('account.passkeys.add')}</Button>
        </>
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} onAdded={onDone} />}
    </>
  );
}
