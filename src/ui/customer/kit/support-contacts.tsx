import { useTranslation } from 'react-i18next';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { dialledNumber } from '#contract/contact/dialled-number.ts';

/** How to reach support; says so when no contact is configured. */
export function SupportContacts() {
  const { t } = useTranslation();
  const { supportEmail: email, supportPhone: phone } = useCustomer().config;
  if (email === null && phone === null) return <p>{t('support.unknown')}</p>;
  return (
    <p>
      {t('support.label')} {email !== null && <a href={`mailto:${email}`}>{email}</a>}
      {email !== null && phone !== null && ', '}
      {phone !== null && <Phone written={phone} />}
    </p>
  );
}

function Phone({ written }: { written: string }) {
  const number = dialledNumber(written);
  return number === null ? (
    written
  ) : (
    <a className="phone" href={`tel:${number}`}>
      {written}
    </a>
  );
}
