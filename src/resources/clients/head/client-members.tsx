import { useTranslation } from 'react-i18next';
import type { Member } from '#contract/accounts/member.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { memberApi } from '#contract/routes/accounts/member.ts';
import { signInMethodApi } from '#contract/routes/accounts/sign-in-methods.ts';
import { personTwoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { PasskeyList } from '#web/ui/admin/account/passkeys/passkey-list.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { DescriptionPanel } from '#web/ui/admin/kit/description-list.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/**
 * Who acts for the client, and who is invited; nothing while it is the one who registered alone, with a password and
 * nothing else.
 */
export function ClientMembers({ client: { id } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { data, refetch } = useRead(memberApi.clientMembers, { params: { id } });
  const members = data ?? [];
  const isPlain = !members.some(({ two_factor, passkeys }) => two_factor || passkeys > 0);
  if (members.length < 2 && isPlain) return null;
  return (
    <DescriptionPanel
      title={t('clients.members.title')}
      facts={members.map((member) => [
        member.email,
        <Who key={member.id} member={member} clientId={id} onChanged={refetch} />,
      ])}
    />
  );
}

interface WhoProps {
  member: Member;
  clientId: string;
  onChanged: () => Promise<unknown>;
}

function Who({ member, clientId, onChanged }: WhoProps) {
  const { t } = useTranslation();
  const call = useCall();
  const { id: person, name, email, role, two_factor, passkeys, expires_at, last_used_at } = member;
  const { moment } = useFormats();
  const seesPasskeys = useHolds()(signInMethodApi.memberSignIn) && passkeys > 0;
  const when = expires_at
    ? t('clients.members.invited', { date: moment(expires_at) })
    : last_used_at
      ? t('clients.members.last', { date: moment(last_used_at) })
      : t('clients.members.never');
  const secured = [
    two_factor && t('clients.members.twoFactor.on'),
    passkeys > 0 && t('clients.members.passkeys', { count: passkeys }),
  ];
  return (
    <>
      {[name, t(`memberRoles.${role}`)].filter(Boolean).join(' · ')}
      <br />
      <span className="muted">{[when, ...secured].filter(Boolean).join(' · ')}</span>
      {two_factor && (
        <div>
          <ActionButton
            resource="clients"
            id={clientId}
            needs={personTwoFactorApi.resetMemberTwoFactor}
            texts="clients.members.twoFactor"
            words={{ email }}
            send={async () => {
              await call(personTwoFactorApi.resetMemberTwoFactor, { params: { id: clientId, person } });
              await onChanged();
            }}
          />
        </div>
      )}
      {seesPasskeys && <MemberPasskeys member={member} clientId={clientId} onChanged={onChanged} />}
    </>
  );
}

/** The passkeys of a member; one that was lost is removed here. */
function MemberPasskeys({ member: { id: person, email }, clientId, onChanged }: WhoProps) {
  const call = useCall();
  const { data, refetch } = useRead(signInMethodApi.memberSignIn, { params: { id: clientId, person } });
  return (
    <PasskeyList
      passkeys={data?.passkeys ?? []}
      act={({ id: passkey, name }) => (
        <ActionButton
          size="small"
          resource="clients"
          id={clientId}
          needs={signInMethodApi.removeMemberPasskey}
          texts="clients.members.lostPasskey"
          label="account.passkeys.remove"
          words={{ passkey: name, email }}
          send={async () => {
            await call(signInMethodApi.removeMemberPasskey, { params: { id: clientId, person, passkey } });
            await Promise.all([refetch(), onChanged()]);
          }}
        />
      )}
    />
  );
}
