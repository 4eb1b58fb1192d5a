import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from '#web/ui/customer/router/router.tsx';
import type { CustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { isCustomerSignedIn, keepCustomerSession } from '#web/ui/customer/session/customer-session.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { tabStorage } from '#web/ui/shared/json-storage.ts';
import { clearCustomerSession, storage } from '#web/ui/shared/local-storage.ts';
import { CabinetCreation } from '#web/pages/cabinet-creation.tsx';
import { withSchemas } from '#web/providers/schemas.ts';
import { Button, ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { EmailField } from '#web/ui/customer/form/email-field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { isLinkToken } from '#web/ui/customer/kit/link-token.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { OpenMailbox, SentTo } from '#web/ui/customer/form/sent-email.tsx';
import { ResendButton } from '#web/ui/customer/form/resend-button.tsx';
import { rememberSentMail, sentMail } from '#web/ui/customer/form/resend.ts';
import { takenFaults } from '#web/ui/customer/form/taken-faults.ts';
import { ChosenAddress } from '#web/ui/customer/registration/chosen-address.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';

const emailSchema = () =>
  withSchemas(() => import('#contract/accounts/auth.ts')).then((m) => m.resetSendInput);

/** How often the page checks whether the email was opened on another device. */
const lookEveryMs = 10_000;

/**
 * Sends the confirmation again, with the customer's token in its own header (specification, section 6); without a
 * token the address alone identifies the customer. Returns the seconds until the next one is allowed.
 */
async function resendConfirmation(client: CustomerClient, email: string | undefined): Promise<number> {
  // A protected route first: it refreshes a token that expired while the customer waited.
  if (isCustomerSignedIn()) await client.call('me');
  const token = storage.get('tokenClient');
  const { data } = await client.call('resendConfirmation', {
    body: email === undefined ? {} : { email },
    headers: token === null ? {} : { AuthorizationClient: `Bearer ${token}` },
  });
  storage.set('isSentAgain', true);
  // The link that failed no longer matters.
  if (storage.get('isRightEmail') === false) storage.remove('isRightEmail');
  return data.retry_after;
}

function isAlreadyConfirmed(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'already_confirmed';
}

/** `/confirmation-reset-lt`: where the email went; sends it again, also to a corrected address. */
export function ConfirmationSent() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const [sent, setSent] = useState(() => sentMail('confirm'));
  const [mending, setMending] = useState<'not yet' | 'now' | 'done'>('not yet');
  const [sentThere, setSentThere] = useState<string | null>(null);
  const [signedIn] = useState(isCustomerSignedIn);
  const isSentAgain = useRemembered('isSentAgain', true);
  const goOn = useCallback(
    () => navigate(isCustomerSignedIn() ? '/auth' : '/client/login', { replace: true }),
    [navigate],
  );
  useConfirmedElsewhere(goOn, (email) =>
    setSent((known) => (known?.email ? known : { email, againAt: known?.againAt ?? 0 })),
  );

  async function resend(): Promise<number> {
    try {
      // A link refused in another tab has put the session aside.
      return await resendConfirmation(client, isCustomerSignedIn() ? undefined : sent?.email);
    } catch (error) {
      if (!isAlreadyConfirmed(error)) throw error;
      goOn();
      return 0;
    }
  }

  function mend(): void {
    setSentThere(null);
    setMending('now');
  }

  if (!sent && !signedIn) return <NothingSent />;
  return (
    <Screen step="email" title={t('confirmation.title')} lead={<WhereItWent email={sent?.email} />}>
      <RefusedNotice />
      <p className="muted">{t('confirmation.hint')}</p>
      {isSentAgain && <SupportContacts />}
      {sentThere !== null && (
        <Notice kind="success">{t('confirmation.sentThere', { email: sentThere })}</Notice>
      )}
      {mending === 'now' ? (
        <MendAddress
          mistyped={sent?.email ?? ''}
          onSent={(email, seconds) => {
            setSent(rememberSentMail('confirm', email, seconds));
            setSentThere(email);
            setMending('done');
          }}
          onConfirmed={goOn}
          onCancel={() => setMending('done')}
        />
      ) : (
        <div className="actions">
          <OpenMailbox email={sent?.email ?? ''} />
          <ResendButton
            againAt={sent?.againAt ?? 0}
            send={resend}
            onSent={(seconds) => setSent((known) => rememberSentMail('confirm', known?.email ?? '', seconds))}
          />
          {signedIn ? (
            <Button look="text" autoFocus={mending === 'done'} onClick={mend}>
              {t('confirmation.mend')}
            </Button>
          ) : (
            <ButtonLink look="text" to="/registration">
              {t('confirmation.mend')}
            </ButtonLink>
          )}
        </div>
      )}
      {/* At the end, so that it moves nothing when it comes. */}
      {signedIn && mending !== 'now' && <ChosenAddress />}
    </Screen>
  );
}

function WhereItWent({ email }: { email: string | undefined }) {
  const { t } = useTranslation();
  if (!email) return t('confirmation.leadUnknown');
  return <SentTo text={t('confirmation.lead', { email })} email={email} />;
}

/** For who comes here without having registered in this browser. */
function NothingSent() {
  const { t } = useTranslation();
  return (
    <Screen step="email" title={t('confirmation.title')} lead={t('confirmation.leadUnknown')}>
      <div className="actions">
        <ButtonLink to="/client/login">{t('links.login')}</ButtonLink>
        <ButtonLink look="text" to="/registration">
          {t('links.register')}
        </ButtonLink>
      </div>
    </Screen>
  );
}

/** That a link did not work, here or in another tab. */
function RefusedNotice() {
  const { t } = useTranslation();
  if (!useRemembered('isRightEmail', false)) return null;
  return (
    <Notice kind="warning">
      <strong>{t('confirm.refusedTitle')}</strong>
      <p>{t('confirm.refused')}</p>
    </Notice>
  );
}

/** Whether this is stored, by this tab or another one. */
function useRemembered(key: 'isRightEmail' | 'isSentAgain', wanted: boolean): boolean {
  const isSo = () => storage.get(key) === wanted;
  return useSyncExternalStore(storage.onChange, isSo, () => false);
}

/** Calls `onConfirmed` when the email was opened in another tab or on another device. */
function useConfirmedElsewhere(onConfirmed: () => void, onEmail: (email: string) => void): void {
  const { client } = useCustomer();
  const tell = useRef({ onConfirmed, onEmail });
  useEffect(() => {
    tell.current = { onConfirmed, onEmail };
  });
  useEffect(() => {
    const abort = new AbortController();
    async function look() {
      if (document.hidden || !isCustomerSignedIn()) return;
      try {
        const { data } = await client.call('me', { signal: abort.signal });
        if (abort.signal.aborted) return;
        if (!data.confirmed) return tell.current.onEmail(data.email);
        storage.set('isRightEmail', true);
        tell.current.onConfirmed();
      } catch {
        // Tried again soon. A session that has ended leads to the login by itself.
      }
    }
    void look();
    const timer = setInterval(() => void look(), lookEveryMs);
    const onVisible = () => void look();
    document.addEventListener('visibilitychange', onVisible);
    const stopListening = storage.onChange((key) => {
      if (key === 'isRightEmail' && storage.get('isRightEmail')) tell.current.onConfirmed();
    });
    return () => {
      abort.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      stopListening();
    };
  }, [client]);
}

function MendAddress({
  mistyped,
  onSent,
  onConfirmed,
  onCancel,
}: {
  mistyped: string;
  onSent: (email: string, retryAfterSeconds: number) => void;
  onConfirmed: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const contractForm = useContractForm({
    schema: emailSchema,
    defaultValues: { email: mistyped },
    fields: ['email'],
    async send({ email }) {
      onSent(email, await resendConfirmation(client, email));
    },
    faultsOf(error) {
      if (isAlreadyConfirmed(error)) onConfirmed();
      return takenFaults(error);
    },
  });
  const { form } = contractForm;
  useEffect(() => form.setFocus('email'), [form]);
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('confirmation.sendThere')}
      beside={
        <Button look="text" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      }
    >
      <EmailField of={contractForm} label={t('confirmation.rightEmail')} />
    </FormFrame>
  );
}

/** A session that a refused link has put aside, so that a new link can be requested. */
interface PutAside {
  token: string;
  expires: number;
}

type Phase =
  | { name: 'asking' }
  | { name: 'confirming' }
  | { name: 'confirmed' }
  | { name: 'refused'; putAside: PutAside | null }
  | { name: 'needless' }
  | { name: 'failed'; error: unknown };

/**
 * `/confirm-registration/:hash`: confirms by itself in the browser that registered, elsewhere after a button, so that
 * a mail scanner confirms nothing; then shows the wait screen in its place.
 */
export function ConfirmRegistration({ hash }: { hash: string }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>(() => {
    if (!isCustomerSignedIn()) {
      return isLinkToken(hash) ? { name: 'asking' } : { name: 'refused', putAside: null };
    }
    return { name: wasConfirmed(hash) ? 'confirmed' : 'confirming' };
  });
  const isStarted = useRef(false);

  const confirm = useCallback(async () => {
    setPhase({ name: 'confirming' });
    try {
      const before = storage.get('tokenClient') ?? storage.get('tokenAside');
      const answer = await client.call('confirm', { body: { hash } });
      if (!('access_token' in answer)) {
        navigate(answer.session_kept ? '/account/security' : '/client/login', { replace: true });
        return;
      }
      clearCustomerSession();
      keepCustomerSession(answer);
      endSession(client, before);
      rememberConfirmed(hash);
      setPhase({ name: 'confirmed' });
    } catch (error) {
      setPhase(afterRefusal(error));
    }
  }, [client, hash, navigate]);

  useEffect(() => {
    if (isStarted.current || !isCustomerSignedIn() || wasConfirmed(hash)) return;
    isStarted.current = true;
    void confirm();
  }, [confirm, hash]);

  useEffect(
    () =>
      storage.onChange((key) => {
        if (key === 'tokenClient' && storage.get('isRightEmail')) setPhase({ name: 'confirmed' });
      }),
    [],
  );

  switch (phase.name) {
    case 'confirmed':
      return <CabinetCreation />;
    case 'asking':
    case 'confirming':
      return (
        <Screen step="email" title={t('confirm.title')} lead={t('confirm.lead')}>
          <div className="actions">
            <Button busy={phase.name === 'confirming'} onClick={() => void confirm()}>
              {t('confirm.submit')}
            </Button>
          </div>
        </Screen>
      );
    case 'failed':
      return (
        <Screen step="email" title={t('confirm.title')}>
          <Notice kind="danger">{failureText(phase.error)}</Notice>
          <div className="actions">
            <Button onClick={() => void confirm()}>{t('actions.retry')}</Button>
          </div>
        </Screen>
      );
    case 'refused':
      return <LinkRefused putAside={phase.putAside} />;
    case 'needless':
      return (
        <Screen title={t('confirm.needlessTitle')} lead={t('confirm.needless')}>
          <div className="actions">
            <ButtonLink to="/auth">{t('reset.goOn')}</ButtonLink>
          </div>
        </Screen>
      );
  }
}

/** Ends the old session, which a new one replaces; otherwise it would be listed as another device. */
function endSession(client: CustomerClient, token: string | null): void {
  if (token === null) return;
  const headers = { Authorization: `Bearer ${token}` };
  client.call('logout', { headers }).catch(() => undefined);
}

/** Lets a reload of this tab skip a link that was used. */
function rememberConfirmed(hash: string): void {
  tabStorage.keep('confirmed', hash);
}

function wasConfirmed(hash: string): boolean {
  return tabStorage.kept('confirmed') === hash && storage.get('isRightEmail') === true;
}

/**
 * A refused link ends the waiting session and marks the email as wrong (specification, section 4). If the email is
 * already confirmed, the session stays, because nothing is left to do.
 */
function afterRefusal(error: unknown): Phase {
  const isRefused = error instanceof HttpError && error.status === 422;
  if (!isRefused) return { name: 'failed', error };
  const token = storage.get('tokenClient');
  if (token !== null && storage.get('isRightEmail')) return { name: 'needless' };
  if (token !== null) storage.set('tokenAside', token);
  const putAside = token === null ? null : { token, expires: storage.get('expiresClient') ?? 0 };
  storage.remove('tokenClient', 'expiresClient');
  storage.set('isRightEmail', false);
  return { name: 'refused', putAside };
}

function LinkRefused({ putAside }: { putAside: PutAside | null }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function sendNew({ token, expires }: PutAside) {
    setBusy(true);
    setError(null);
    storage.set('tokenClient', token);
    storage.set('expiresClient', expires);
    storage.remove('tokenAside');
    try {
      const seconds = await resendConfirmation(client, undefined);
      rememberSentMail('confirm', sentMail('confirm')?.email ?? '', seconds);
      navigate('/confirmation-reset-lt', { replace: true });
    } catch (refusal) {
      if (isAlreadyConfirmed(refusal)) return navigate('/auth', { replace: true });
      setError(refusal);
      setBusy(false);
    }
  }

  return (
    <Screen
      step="email"
      title={t('confirm.refusedTitle')}
      lead={t(putAside ? 'confirm.refused' : 'confirm.refusedLogin')}
    >
      {error !== null && <Notice kind="danger">{failureText(error)}</Notice>}
      <div className="actions">
        {putAside && (
          <Button busy={busy} onClick={() => void sendNew(putAside)}>
            {t('confirm.newLink')}
          </Button>
        )}
        <ButtonLink look={putAside ? 'text' : 'primary'} to="/client/login">
          {t('links.login')}
        </ButtonLink>
      </div>
      <p className="links">
        {t('links.noCabinet')} <Link to="/registration">{t('links.register')}</Link>
      </p>
    </Screen>
  );
}
