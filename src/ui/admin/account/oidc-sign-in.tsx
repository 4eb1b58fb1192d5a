import { Button, Divider, Skeleton } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { oidcChannel, oidcFragments } from '#contract/accounts/oidc.ts';
import { oidcApi } from '#contract/routes/accounts/oidc.ts';
import { errorText } from '#web/providers/i18n.ts';
import { SignInFrame } from '#web/ui/admin/layout/sign-in-frame.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** Leads to the identity provider, and from there to the page that was asked for. Nothing without a provider. */
export function OidcButton({
  redirect,
  isPrimary = false,
}: {
  redirect: string | null;
  isPrimary?: boolean;
}) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  if (!config.staffSignIn) return null;
  const search = redirect === null ? '' : `?${new URLSearchParams({ redirect })}`;
  return (
    <Button
      block
      size="large"
      type={isPrimary ? 'primary' : 'default'}
      href={`${config.apiUrl}${oidcApi.start.path}${search}`}
    >
      {t('login.with', { name: config.staffSignIn.name })}
    </Button>
  );
}

/** The same below a form that asks for a password. */
export function OrOidcButton({ redirect }: { redirect: string | null }) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  if (!config.staffSignIn) return null;
  return (
    <>
      <Divider plain>{t('login.or')}</Divider>
      <OidcButton redirect={redirect} />
    </>
  );
}

interface OidcReturn {
  kind: keyof typeof oidcFragments;
  answer: string;
}

/** What the identity provider answered, in the fragment of the login page. */
export function returnedIn(hash: string): OidcReturn | null {
  const fragment = new URLSearchParams(hash.slice(1));
  for (const kind of ['signIn', 'proof'] as const) {
    const answer = fragment.get(oidcFragments[kind]);
    if (answer) return { kind, answer };
  }
  return null;
}

/** Signs in with an answer; the login page leads on. */
export function OidcFinish({ answer, onRefused }: { answer: string; onRefused: (text: string) => void }) {
  const { t } = useTranslation();
  const { http, auth } = useAdmin();
  // An answer is good once, however often the effect runs.
  const sent = useRef<string | null>(null);
  useEffect(() => {
    if (sent.current === answer) return;
    sent.current = answer;
    http
      .call(oidcApi.signIn, { body: { answer } })
      .then(auth.enter)
      .catch((error: unknown) => onRefused(errorText(error)));
  }, [http, auth, answer, onRefused]);
  return (
    <SignInFrame title={t('login.returning')}>
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    </SignInFrame>
  );
}

/** In the window that a proof was asked for in: hands the answer to the page that waits, and closes. */
export function OidcProofReturn({ answer }: { answer: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    const channel = new BroadcastChannel(oidcChannel);
    channel.postMessage(answer);
    channel.close();
    window.close();
  }, [answer]);
  return (
    <SignInFrame title={t('reauthenticate.title')}>
      <p role="status">{t('login.mayClose')}</p>
    </SignInFrame>
  );
}
