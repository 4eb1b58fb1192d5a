import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnCompany } from '#contract/accounts/member.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useNavigate } from '#web/ui/customer/router/router.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { switchCustomerSession } from '#web/ui/customer/session/customer-session.ts';
import { shownPerson } from '#web/ui/shared/shown-person.ts';

const newCompany = 'new';

/** The companies of the person who is signed in, with their place kept until they are known; another one is another session. */
export function CompanySwitch({ companies }: { companies: readonly OwnCompany[] | null }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const current = companies?.find((company) => company.current);

  async function choose(id: string) {
    if (id === newCompany) return navigate('/account/new-company');
    setFailure(null);
    try {
      const answer = await client.call('switchCompany', { body: { client_id: id } });
      switchCustomerSession(answer, '/account');
    } catch (error) {
      setFailure(error);
    }
  }

  if (companies === null) return <div className="company" />;
  // With one there is nothing to choose, and a sole trader's name is at the top already.
  if (companies.length === 1)
    return (
      current?.name !== shownPerson() && (
        <p className="company company-name" title={current?.name}>
          {current?.name}
        </p>
      )
    );
  return (
    <div className="company">
      <select
        className="control"
        aria-label={t('account.companies.label')}
        value={current?.id ?? ''}
        onChange={({ target }) => void choose(target.value)}
      >
        {companies.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={newCompany}>{t('layout.addCompany')}</option>
      </select>
      {failure !== null && <p role="alert">{failureText(failure)}</p>}
    </div>
  );
}
