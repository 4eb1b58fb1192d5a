import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { oidcChannel } from '#contract/accounts/oidc.ts';
import { oidcApi } from '#contract/routes/accounts/oidc.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { errorText } from '#web/providers/i18n.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/**
 * A proof by the identity provider, in a window of its own, so that the page and what is typed there stay. The window
 * hands its answer over by a channel: the provider's pages may cut it off from this one.
 */
export function ReauthenticateByOidc({ name, isPrimary }: { name: string; isPrimary: boolean }) {
  const { t } = useTranslation();
  const { http, session, config } = useAdmin();
  const [state, setState] = useState<'asked' | 'waiting' | 'sending'>('asked');
  const [failure, setFailure] = useState<string | null>(null);

  // Only where the window was opened: another tab may have asked for a proof too.
  useEffect(() => {
    if (state !== 'waiting') return;
    const channel = new BroadcastChannel(oidcChannel);
    channel.addEventListener('message', ({ data }) => void prove(String(data)));
    return () => channel.close();

    async function prove(oidc_answer: string): Promise<void> {
      setState('sending');
      try {
        await http.call(twoFactorApi.reauthenticate, { body: { oidc_answer } });
        session.proof.settle(true);
      } catch (error) {
        setFailure(errorText(error));
        setState('asked');
      }
    }
  }, [state, http, session]);

  function openWindow(): void {
    setFailure(null);
    const address = `${config.apiUrl}${oidcApi.start.path}?fresh=1`;
    const opened = window.open(address, '_blank', 'popup,width=520,height=680');
    if (opened) setState('waiting');
    else setFailure(t('reauthenticate.blocked'));
  }

  return (
    <>
      <FormFailure text={failure} />
      <Button
        block
        type={isPrimary ? 'primary' : 'default'}
        loading={state === 'sending'}
        onClick={openWindow}
        autoFocus={isPrimary}
      >
        {t('reauthenticate.goOidc', { name })}
      </Button>
    </>
  );
}
