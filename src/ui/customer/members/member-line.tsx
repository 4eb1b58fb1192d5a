import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#contract/accounts/member.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useNavigate } from '#web/ui/customer/router/router.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { clearCustomerSession } from '#web/ui/shared/local-storage.ts';
import { RoleSelect } from './role-select.tsx';

/** A member or an invitation: who, which role, and how to end it. */
export function MemberLine({
  member,
  isOwner,
  isLastOwner,
  onDone,
  onFailed,
}: {
  member: Member;
  /** Whether the one who looks is an owner; only owners change owners. */
  isOwner: boolean;
  isLastOwner: boolean;
  onDone: (says: string) => void;
  onFailed: (error: unknown) => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const { moment } = useFormats();
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { id, own, joined, email, role } = member;
  const name = member.name ?? email;
  const may = !isLastOwner && (isOwner || role !== 'owner');
  const way = own ? 'leave' : joined ? 'remove' : 'withdraw';

  async function act(work: () => Promise<unknown>, says: string) {
    setBusy(true);
    try {
      await work();
      onDone(says);
    } catch (error) {
      onFailed(error);
    }
    setBusy(false);
    setAsked(false);
  }

  const remove = () =>
    act(
      async () => {
        if (!own) return client.call('removeMember', { params: { id } });
        await client.call('leaveCompany');
        // The session for this company has ended.
        clearCustomerSession();
        navigate('/client/login?signed-out');
      },
      t(own ? 'account.members.left' : 'account.members.removed'),
    );

  return (
    <li className="member">
      <div>
        <strong>{name}</strong>
        {own && <span className="mark">{t('account.members.you')}</span>}
        {!joined && <span className="mark">{t('account.members.invited')}</span>}
        <p className="muted">
          {[member.name === null ? '' : email, whenText(member)].filter(Boolean).join(' · ')}
        </p>
        {isAsked && (
          <>
            <Notice kind="warning">{t(`account.members.ask${capital(way)}`, { name })}</Notice>
            <div className="actions">
              <Button busy={busy} onClick={() => void remove()}>
                {t(`account.members.${way}`)}
              </Button>
              <Button look="text" onClick={() => setAsked(false)}>
                {t('actions.cancel')}
              </Button>
            </div>
          </>
        )}
      </div>
      <div className="member-acts">
        {may ? (
          <RoleSelect
            label={t('account.members.roleOf', { name })}
            value={role}
            isOwner={isOwner}
            disabled={busy}
            onChange={(chosen) =>
              void act(
                () => client.call('changeMember', { params: { id }, body: { role: chosen } }),
                t('account.members.changed'),
              )
            }
          />
        ) : (
          <span>{t(`memberRoles.${role}`)}</span>
        )}
        {may && !isAsked && (
          <Button
            look="text"
            aria-label={own ? undefined : t(`account.members.${way}Of`, { name })}
            onClick={() => setAsked(true)}
          >
            {t(`account.members.${way}`)}
          </Button>
        )}
      </div>
    </li>
  );

  function whenText({ expires_at, last_used_at }: Member): string {
    if (expires_at) return t('account.members.until', { date: moment(expires_at) });
    return last_used_at
      ? t('account.members.last', { date: moment(last_used_at) })
      : t('account.members.never');
  }
}

function capital(way: 'leave' | 'remove' | 'withdraw'): 'Leave' | 'Remove' | 'Withdraw' {
  return ({ leave: 'Leave', remove: 'Remove', withdraw: 'Withdraw' } as const)[way];
}
