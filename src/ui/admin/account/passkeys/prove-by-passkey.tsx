import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { passkeyApi } from '#contract/routes/accounts/passkey.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { canUsePasskeys, provePasskey } from '#web/ui/shared/passkey.ts';
import { ownPasskeysKey } from './passkeys-panel.tsx';
import { usePasskey } from './use-passkey.ts';

/** The proof for a sensitive act without typing, for those who have a passkey. */
export function ProveByPasskey({ isPrimary = false }: { isPrimary?: boolean }) {
  const { t } = useTranslation();
  const { http, session } = useAdmin();
  const { data } = useQuery({
    queryKey: [...ownPasskeysKey, 'proof'],
    queryFn: ({ signal }) => http.call(passkeyApi.passkeys, { signal }),
    retry: false,
    enabled: canUsePasskeys(),
  });
  const { run, isRunning, failure } = usePasskey(async () => {
    const passkey = await provePasskey((await http.call(passkeyApi.askPasskey)).data);
    await http.call(twoFactorApi.reauthenticate, { body: { passkey } });
    session.proof.settle(true);
  });
  if (!data || data.data.length === 0) return null;
  return (
    <>
      <FormFailure text={failure} />
      <Button type={isPrimary ? 'primary' : 'default'} loading={isRunning} onClick={run}>
        {t('passkeys.use')}
      </Button>
    </>
  );
}
