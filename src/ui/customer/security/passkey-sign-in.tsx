import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useHydrated } from '#web/ui/customer/kit/use-hydrated.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { canUsePasskeys, passkeyFailure, provePasskey } from '#web/ui/shared/passkey.ts';

/** Signs in without address and password; absent where the browser has no passkeys. */
export function PasskeySignIn({
  onIn,
  onClosed,
}: {
  onIn: (answer: CustomerLoginAnswer) => Promise<void>;
  /** The account is closed, with the server's words. */
  onClosed: (message: string) => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const isHydrated = useHydrated();
  const [state, setState] = useState<'idle' | 'busy' | { error: unknown }>('idle');
  // The server does not know it; almost every browser has them, and nothing moves when the scripts come.
  if (isHydrated && !canUsePasskeys()) return null;

  async function signIn(): Promise<void> {
    setState('busy');
    try {
      const answer = await provePasskey((await client.call('askPasskey')).data);
      await onIn(await client.call('signInByPasskey', { body: { answer } }));
    } catch (error) {
      if (error instanceof HttpError && error.active === false) onClosed(error.message);
      setState({ error });
    }
  }

  const known = typeof state === 'object' ? passkeyFailure(state.error) : undefined;
  return (
    <>
      {typeof state === 'object' && (
        <Notice kind={known === 'passkeys.cancelled' ? 'info' : 'danger'}>
          {known ? t(known) : failureText(state.error)}
        </Notice>
      )}
      <div className="actions">
        <Button look="secondary" busy={state === 'busy'} onClick={() => void signIn()}>
          {t('passkeys.use')}
        </Button>
      </div>
    </>
  );
}
