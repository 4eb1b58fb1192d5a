import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { ChangePassword } from '#web/ui/customer/security/change-password.tsx';

/** The account of somebody who only gets into the workspace: there is nothing to see but their own password. */
export function MemberAccount() {
  const { t } = useTranslation();
  const { data } = useData('me');
  const [isOpen, setOpen] = useState(false);
  return (
    <Screen title={data?.name ?? t('account.nav.label')} lead={t('account.companies.member')}>
      <ChangePassword
        email={data?.email ?? ''}
        onChanged={() => undefined}
        isOpen={isOpen}
        onOpen={setOpen}
      />
    </Screen>
  );
}
