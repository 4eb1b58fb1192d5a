import { useTranslation } from 'react-i18next';
import { useCustomer } from '#web/ui/customer/customer-context.ts';

/** Whom to ask; says so too when nobody has been named. */
export function SupportContacts() {
  const { t } = useTranslation();
  const { supportEmail: email, supportPhone: phone } = useCustomer().config;
  if (email === null && phone === null) return <p>{t('support.unknown')}</p>;
  return (
    <p>
      {t('support.label')} {email !== null && <a href={`mailto:${email}`}>{email}</a>}
      {email !== null && phone !== null && ', '}
      {phone !== null && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
    </p>
  );
}
