import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearch } from '#web/ui/customer/router.tsx';
import { keepCustomerSession } from '#web/providers/customer-session.ts';
import type { HttpError } from '#web/providers/http-client.ts';
import { setLocale } from '#web/providers/i18n.ts';
import { clearCustomerSession, storage } from '#web/providers/local-storage.ts';
import { sitePath } from '#web/providers/site-path.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { Button } from '#web/ui/customer/button.tsx';
import { useContractForm } from '#web/ui/customer/contract-form.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { TextField } from '#web/ui/customer/field.tsx';
import { FormFrame } from '#web/ui/customer/form-frame.tsx';
import { keepsCookies } from '#web/ui/customer/keeps-cookies.ts';
import { Notice } from '#web/ui/customer/notice.tsx';
import { PasswordField } from '#web/ui/customer/password-field.tsx';
import { Screen } from '#web/ui/customer/screen.tsx';
import { SupportContacts } from '#web/ui/customer/support-contacts.tsx';

const schema = () => withSchemas(() => import('#contract/auth.ts')).then((m) => m.loginInput);

const neverChanges = () => () => undefined;

/** Signs a customer in; then to the letter that waits, back to where the session ended, or into the cabinet. */
export function CustomerLogin() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const parameters = useSearch();
  const redirect = sitePath(parameters.get('redirect'));
  const [inactive, setInactive] = useState(false);
  // The server can't know; a browser tells once the page is its own.
  const takesCookies = useSyncExternalStore(neverChanges, keepsCookies, () => true);

  const contractForm = useContractForm({
    schema,
    defaultValues: { email: '', password: '' },
    fields: ['email', 'password'],
    async send(input) {
      const answer = await client.call('login', { body: input });
      clearCustomerSession();
      keepCustomerSession(answer);
      // On a new device the pages speak the language that the account has.
      if (storage.get('locale') === null) await setLocale(answer.data.locale).catch(() => undefined);
      const next = answer.data.confirmed ? (redirect ?? '/auth') : '/confirmation-reset-lt';
      navigate(next, { replace: true });
    },
    faultsOf(error: HttpError) {
      if (error.active === false) setInactive(true);
      return error.status === 401 ? t('login.wrong') : null;
    },
  });
  const { form, fault } = contractForm;

  if (inactive) {
    return (
      <Screen title={t('login.inactiveTitle')} lead={t('login.inactive')}>
        <SupportContacts />
        <div className="actions">
          <Button look="secondary" onClick={() => setInactive(false)}>
            {t('login.other')}
          </Button>
        </div>
      </Screen>
    );
  }
  return (
    <Screen title={t('login.title')} lead={t('login.lead')}>
      {redirect !== null && <Notice>{t('login.back')}</Notice>}
      {/* The cabinet, which keeps its session in one, would send whoever enters back here. */}
      {!takesCookies && (
        <Notice kind="warning" isNews={false}>
          {t('login.noCookies')}
        </Notice>
      )}
      <FormFrame of={contractForm} submitLabel={t('login.submit')}>
        <TextField
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          fault={fault('email')}
          {...form.register('email')}
        />
        <PasswordField
          label={t('fields.password')}
          autoComplete="current-password"
          fault={fault('password')}
          {...form.register('password')}
        />
      </FormFrame>
      <ul className="links">
        <li>
          <Link to="/forgot-password">{t('links.forgot')}</Link>
        </li>
        <li>
          <Link to="/userfind">{t('links.userfind')}</Link>
        </li>
        <li>
          {t('links.noCabinet')} <Link to="/registration">{t('links.register')}</Link>
        </li>
      </ul>
    </Screen>
  );
}
