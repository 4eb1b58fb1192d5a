import { useTranslation } from 'react-i18next';
import type { Member } from '#contract/accounts/member.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { memberApi } from '#contract/routes/accounts/member.ts';
import { personTwoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { DescriptionPanel } from '#web/ui/admin/kit/description-list.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/**
 * Who acts for the client, and who is invited; nothing while it is the one who registered alone, without a second
 * factor.
 */
export function ClientMembers({ client: { id } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { data, refetch } = useRead(memberApi.clientMembers, { params: { id } });
  const members = data ?? [];
  if (members.length < 2 && !members.some(({ two_factor }) => two_factor)) return null;
  return (
    <DescriptionPanel
      title={t('clients.members.title')}
      facts={members.map((member) => [
        member.email,
        <Who key={member.id} member={member} clientId={id} onReset={refetch} />,
      ])}
    />
  );
}

function Who({
  member,
  clientId,
  onReset,
}: {
  member: Member;
  clientId: string;
  onReset: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const call = useCall();
  const { id: person, name, email, role, two_factor, expires_at, last_used_at } = member;
  const { moment } = useFormats();
  const when = expires_at
    ? t('clients.members.invited', { date: moment(expires_at) })
    : last_used_at
      ? t('clients.members.last', { date: moment(last_used_at) })
      : t('clients.members.never');
  return (
    <>
      {[name, t(`memberRoles.${role}`)].filter(Boolean).join(' · ')}
      <br />
      <span className="muted">
        {[when, two_factor && t('clients.members.twoFactor.on')].filter(Boolean).join(' · ')}
      </span>
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
              await onReset();
            }}
          />
        </div>
      )}
    </>
  );
}
