import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { FieldGroup } from '#web/ui/customer/account/field-group.tsx';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { InviteMember } from '#web/ui/customer/members/invite-member.tsx';
import { LeaveCompany } from '#web/ui/customer/members/leave-company.tsx';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { MemberLine } from '#web/ui/customer/members/member-line.tsx';

/** `/account/members`: who has access to the company, and who is invited. */
export function OwnMembers() {
  const { t } = useTranslation();
  if (mayAsCustomer('admin')) return <Members />;
  return (
    <AccountScreen title={t('account.members.title')}>
      <p>{t('account.members.whose')}</p>
      <FieldGroup name="leave" title={t('account.members.leave')}>
        <LeaveCompany />
      </FieldGroup>
    </AccountScreen>
  );
}

function Members() {
  const { t } = useTranslation();
  const asked = useData('members');
  const person = useData('person');
  const [outcome, setOutcome] = useState<{ says: string } | { error: unknown } | null>(null);
  const isOwner = asked.data?.some(({ own, role }) => own && role === 'owner') ?? false;
  const owners = asked.data?.filter(({ role, joined }) => joined && role === 'owner') ?? [];
  const isAlone = isOwner && owners.length === 1;
  return (
    <AccountScreen title={t('account.members.title')} parts={[asked, person]}>
      <p>{t('account.members.lead')}</p>
      <FieldGroup name="members" title={t('account.members.list')}>
        {outcome && 'says' in outcome && <Notice kind="success">{outcome.says}</Notice>}
        {outcome && 'error' in outcome && <Notice kind="danger">{failureText(outcome.error)}</Notice>}
        <AsyncContent asked={asked}>
          {(members) => (
            <ul className="entries" tabIndex={-1} aria-labelledby="members-title">
              {members.map((member) => (
                <MemberLine
                  key={member.id}
                  member={member}
                  isOwner={isOwner}
                  isLastOwner={member.joined && member.role === 'owner' && owners.length === 1}
                  onDone={(says) => {
                    setOutcome({ says });
                    asked.again();
                  }}
                  onFailed={(error) => setOutcome({ error })}
                />
              ))}
            </ul>
          )}
        </AsyncContent>
      </FieldGroup>
      <FieldGroup name="invite" title={t('account.members.inviteTitle')}>
        <AsyncContent asked={person}>
          {(own) => (
            <InviteMember
              person={own}
              isOwner={isOwner}
              onNamed={person.replace}
              onSent={(email) => {
                setOutcome({ says: t('account.members.sent', { email }) });
                asked.again();
              }}
            />
          )}
        </AsyncContent>
      </FieldGroup>
      <FieldGroup name="leave" title={t('account.members.leave')}>
        {isAlone ? <p className="muted">{t('account.members.lastOwner')}</p> : <LeaveCompany />}
      </FieldGroup>
    </AccountScreen>
  );
}
