import { useTranslation } from 'react-i18next';
import type { OwnDomain } from '#contract/cabinets/own-domain.ts';
import { CopyButton } from '#web/ui/customer/account/copy-button.tsx';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';

/** What to set at the DNS provider, each value ready to be copied. */
export function DnsRecords({ records }: Pick<OwnDomain, 'records'>) {
  const { t } = useTranslation();
  const copied = (text: string) => (
    <>
      <span>{text}</span> <CopyButton text={text} />
    </>
  );
  return (
    <>
      <p>{t('account.domain.records')}</p>
      {records.map(({ type, name, value }) => (
        <div className="payee" key={type}>
          <p>
            <strong>{t(`account.domain.record.${type}`)}</strong>
          </p>
          <SummaryList
            rows={[
              [t('account.domain.recordName'), copied(name)],
              [t('account.domain.recordValue'), copied(value)],
            ]}
          />
        </div>
      ))}
      <p className="muted">{t('account.domain.bare')}</p>
    </>
  );
}
