import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#contract/accounts/member.ts';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { asSentence } from './as-sentence.ts';
import { RoleSelect } from './role-select.tsx';

interface MemberLineProps {
  member: Member;
  /** Whether the one who looks is an owner; only owners change owners. */
  isOwner: boolean;
  isLastOwner: boolean;
  onDone: (says: string) => void;
  onFailed: (error: unknown) => void;
}

/** A member or an invitation: who, in which role, and how to end it. One's own membership ends below the list. */
export function MemberLine({ member, isOwner, isLastOwner, onDone, onFailed }: MemberLineProps) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const opener = useFocusBack(isAsked);
  const acts = useMemberActs(member, { onDone, onFailed, onEnd: () => setAsked(false) });
  const { own, joined, email, role } = member;
  const name = member.name ?? email;
  const mayChange = !isLastOwner && (isOwner || role !== 'owner');
  const way = joined ? 'remove' : 'withdraw';

  return (
    <li className="member">
      <Who member={member} />
      <div className="member-acts">
        {mayChange ? (
          <RoleSelect
            label={t('account.members.roleOf', { name })}
            value={role}
            isOwner={isOwner}
            disabled={acts.isBusy}
            onChange={(chosen) => void acts.change(chosen)}
          />
        ) : (
          <span>{t(`memberRoles.${role}`)}</span>
        )}
        {mayChange && !joined && !isAsked && (
          <Button
            look="text"
            busy={acts.isBusy}
            aria-label={t('account.members.sendAgainTo', { name })}
            onClick={() => void acts.sendAgain()}
          >
            {t('account.members.sendAgain')}
          </Button>
        )}
        {mayChange && !own && !isAsked && (
          <Button
            look="text"
            ref={opener}
            aria-label={t(`account.members.${way}Of`, { name })}
            onClick={() => setAsked(true)}
          >
            {t(`account.members.${way}`)}
          </Button>
        )}
      </div>
      {isAsked && (
        <Question
          asks={t(`account.members.${way}Ask`, { name })}
          answer={t(`account.members.${way}`)}
          isBusy={acts.isBusy}
          onYes={() => void acts.remove()}
          onNo={() => setAsked(false)}
        />
      )}
    </li>
  );
}

/** What may be done with a member or an invitation, one act at a time. */
function useMemberActs(
  { id, joined, email, role }: Member,
  { onDone, onFailed, onEnd }: Pick<MemberLineProps, 'onDone' | 'onFailed'> & { onEnd: () => void },
) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [isBusy, setBusy] = useState(false);

  async function act(work: () => Promise<unknown>, says: string) {
    setBusy(true);
    try {
      await work();
      onDone(says);
    } catch (error) {
      onFailed(error);
    }
    setBusy(false);
    onEnd();
  }
  const change = (chosen: MemberRole) =>
    act(
      () => client.call('changeMember', { params: { id }, body: { role: chosen } }),
      t('account.members.changed'),
    );
  // An invitation to the same address takes the place of the one that waits.
  const sendAgain = () =>
    act(() => client.call('inviteMember', { body: { email, role } }), t('account.members.sent', { email }));
  const remove = () =>
    act(
      () => client.call('removeMember', { params: { id } }),
      t(joined ? 'account.members.removeDone' : 'account.members.withdrawDone'),
    );

  return { isBusy, change, sendAgain, remove };
}

function Question({
  asks,
  answer,
  isBusy,
  onYes,
  onNo,
}: {
  asks: string;
  answer: string;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="member-question">
      <Notice kind="warning">{asks}</Notice>
      <div className="actions">
        <Button look="danger" busy={isBusy} onClick={onYes}>
          {answer}
        </Button>
        <Button look="text" onClick={onNo}>
          {t('actions.cancel')}
        </Button>
      </div>
    </div>
  );
}

function Who({ member: { name, email, role, own, joined, expires_at, last_used_at } }: { member: Member }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const when = expires_at
    ? t('account.members.until', { date: moment(expires_at) })
    : last_used_at
      ? t('account.members.last', { date: moment(last_used_at) })
      : t('account.members.never');
  return (
    <div>
      <strong>{name ?? <Address of={email} />}</strong>
      {own && <span className="mark">{t('account.members.you')}</span>}
      {!joined && <span className="mark">{t('account.members.invited')}</span>}
      <p className="muted">
        {name !== null && (
          <>
            <Address of={email} /> ·{' '}
          </>
        )}
        {when}
      </p>
      <p className="muted">{asSentence(t(`memberMay.${role}`))}</p>
    </div>
  );
}

/** Breaks after the sign, where it breaks at all. */
function Address({ of }: { of: string }) {
  const at = of.lastIndexOf('@') + 1;
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}
