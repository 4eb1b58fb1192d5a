import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { Link, useLocation, useNavigate, useSearch } from '#web/ui/customer/router/router.tsx';
import { actForCabinet, useStraightIn } from '#web/ui/customer/kit/cabinet-entrance.ts';
import { keepCustomerSession } from '#web/ui/customer/session/customer-session.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { setLocale } from '#web/providers/i18n.ts';
import { clearCustomerSession, storage } from '#web/ui/shared/local-storage.ts';
import { sitePath } from '#web/providers/site-path.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { keepsCookies } from '#web/ui/customer/session/keeps-cookies.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useLogOut } from '#web/ui/customer/account/log-out-button.tsx';
import { PasswordField } from '#web/ui/customer/form/password-field.tsx';
import { useHydrated } from '#web/ui/customer/kit/use-hydrated.ts';
import { PasskeySignIn } from '#web/ui/customer/security/passkey-sign-in.tsx';
import { SecondStep } from '#web/ui/customer/security/second-step.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { SignedInNotice } from '#web/ui/customer/kit/signed-in-notice.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';

const schema = () => withSchemas(() => import('#contract/accounts/auth.ts')).then((m) => m.loginInput);

/** Signs a customer in; then leads to the confirmation, back to where the session ended, or into the cabinet. */
export function CustomerLogin() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const parameters = useSearch();
  const redirect = sitePath(parameters.get('redirect'));
  // The client whose cabinet sent its visitor here.
  const cabinet = parameters.get('cabinet');
  const enter = useEnter(redirect, cabinet);
  const isOut = useSignedOut(parameters);
  const isStraightIn = useStraightIn(cabinet, () => navigate('/auth', { replace: true }));
  const [challenge, setChallenge] = useState<string | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const [isSlowed, setSlowed] = useState(false);
  // The server does not know it.
  const takesCookies = !useHydrated() || keepsCookies();

  const contractForm = useContractForm({
    schema,
    defaultValues: { email: '', password: '' },
    fields: ['email', 'password'],
    async send(input) {
      try {
        await enter(await client.call('login', { body: input }));
      } catch (error) {
        if (!(error instanceof HttpError) || error.challenge === null) throw error;
        setChallenge(error.challenge);
      }
    },
    faultsOf(error: HttpError) {
      if (error.active === false) setClosed(error.message);
      setSlowed(error.code === 'too_many_requests');
      return error.status === 401 ? t('login.wrong') : null;
    },
  });
  const { field } = contractForm;

  if (isStraightIn) return <Screen title={t('wait.looking')} />;
  if (challenge !== null) {
    return <SecondStep challenge={challenge} onIn={enter} onAgain={() => setChallenge(null)} />;
  }
  if (closed !== null) {
    return (
      <Screen title={t('login.inactiveTitle')} lead={closed}>
        <SupportContacts />
        <div className="actions">
          <Button look="secondary" onClick={() => setClosed(null)}>
            {t('login.other')}
          </Button>
        </div>
      </Screen>
    );
  }
  return (
    <Screen title={t('login.title')} lead={t('login.lead')}>
      {isOut ? <Notice kind="success">{t('login.signedOut')}</Notice> : <SignedInNotice />}
      {redirect !== null && (
        <Notice>{t(redirect === '/account/new-company' ? 'login.newCompany' : 'login.back')}</Notice>
      )}
      {/* The cabinet keeps its session in a cookie; without it, people would be sent back here. */}
      {!takesCookies && (
        <Notice kind="warning" isNews={false}>
          {t('login.noCookies')}
        </Notice>
      )}
      <FormFrame of={contractForm} submitLabel={t('login.submit')}>
        {isSlowed && (
          <Notice kind="warning">
            {t('login.slowed')} <Link to="/forgot-password">{t('links.forgot')}</Link>
            <SupportContacts />
          </Notice>
        )}
        <TextField label={t('fields.email')} type="email" autoComplete="username" {...field('email')} />
        <PasswordField label={t('fields.password')} autoComplete="current-password" {...field('password')} />
      </FormFrame>
      <PasskeySignIn onIn={enter} onClosed={setClosed} />
      <OtherWays />
    </Screen>
  );
}

/** Keeps a session, and leads to where the person wanted to go: into the named client's cabinet, if one was. */
function useEnter(redirect: string | null, cabinet: string | null) {
  const { client } = useCustomer();
  const navigate = useNavigate();
  return async (answer: CustomerLoginAnswer): Promise<void> => {
    clearCustomerSession();
    keepCustomerSession(answer);
    // On a new device the pages use the account's language.
    if (storage.get('locale') === null) await setLocale(answer.data.locale).catch(() => undefined);
    if (cabinet !== null) await actForCabinet(client, cabinet).catch(() => undefined);
    const next = answer.data.confirmed ? (redirect ?? '/auth') : '/confirmation-reset-lt';
    navigate(next, { replace: true });
  };
}

/**
 * `?sign-out`: the prices, which have no script, lead here to end the session. A link of another site, which sends no
 * referrer of ours, ends nothing. `?signed-out`: the cabinet or the account has just ended it.
 */
function useSignedOut(parameters: URLSearchParams): boolean {
  const isOut = parameters.has('signed-out');
  const isAsked = parameters.has('sign-out');
  const logOut = useEffectEvent(useLogOut());
  useEffect(() => {
    if (isAsked && document.referrer.startsWith(`${location.origin}/`)) void logOut();
  }, [isAsked]);
  useEffect(() => {
    // After the cabinet's sign-out this browser does not know it yet.
    if (isOut) clearCustomerSession();
  }, [isOut]);
  return isOut;
}

function OtherWays() {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <ul className="links">
      <li>
        <Link to="/forgot-password">{t('links.forgot')}</Link>
      </li>
      <li>
        <Link to="/userfind">{t('links.userfind')}</Link>
      </li>
      <li>
        {t('links.noCabinet')} <Link to={`/registration${search}`}>{t('links.register')}</Link>
      </li>
    </ul>
  );
}
