import { useTranslation } from 'react-i18next';
import type { Member } from '#contract/accounts/member.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { memberApi } from '#contract/routes/accounts/member.ts';
import { DescriptionPanel } from '#web/ui/admin/kit/description-list.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/** Who acts for the client, and who is invited; nothing while it is the one who registered alone. */
export function ClientMembers({ client: { id } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { data } = useRead(memberApi.clientMembers, { params: { id } });
  const members = data ?? [];
  if (members.length < 2) return null;
  return (
    <DescriptionPanel
      title={t('clients.members.title')}
      facts={members.map((member) => [member.email, <Who key={member.id} member={member} />])}
    />
  );
}

function Who({ member: { name, role, expires_at, last_used_at } }: { member: Member }) {
  const { t } = useTranslation();
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
      <span className="muted">{when}</span>
    </>
  );
}
