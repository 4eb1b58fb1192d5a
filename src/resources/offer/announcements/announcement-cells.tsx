import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Announcement } from '#contract/clients/announcement.ts';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';

const tones = { planned: 'new', shown: 'good', over: 'off' } as const;

export function AnnouncementState({ announcement: { state } }: { announcement: Announcement }) {
  const { t } = useTranslation();
  return <StateTag tone={tones[state]} word={t(`announcements.values.state.${state}`)} />;
}

/** Everybody, or the clients behind a filter; or that the filter is understood no more. */
export function AudienceName({
  announcement: { audience, audience_holds },
}: {
  announcement: Pick<Announcement, 'audience' | 'audience_holds'>;
}) {
  const { t } = useTranslation();
  if (audience === null) return t('announcements.everybody');
  if (!audience_holds) return <span className="danger">{t('announcements.broken')}</span>;
  return <Link to={`${listPath({ name: 'clients' })}?${audience}`}>{t('announcements.filtered')}</Link>;
}
