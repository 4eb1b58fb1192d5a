import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { passkeyApi } from '#contract/routes/accounts/passkey.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { canUsePasskeys, provePasskey } from '#web/ui/shared/passkey.ts';
import { usePasskey } from './use-passkey.ts';

/** Signs in without address and password; absent where the browser has no passkeys. */
export function PasskeySignIn() {
  const { t } = useTranslation();
  const { http, auth } = useAdmin();
  const { run, isRunning, failure } = usePasskey(async () => {
    const answer = await provePasskey((await http.call(passkeyApi.askPasskey)).data);
    await auth.enter(await http.call(passkeyApi.signInByPasskey, { body: { answer } }));
  });
  if (!canUsePasskeys()) return null;
  return (
    <div className="passkey-sign-in">
      <FormFailure text={failure} />
      <Button size="large" block loading={isRunning} onClick={run}>
        {t('passkeys.use')}
      </Button>
    </div>
  );
}
