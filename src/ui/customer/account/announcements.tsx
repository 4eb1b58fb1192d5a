import { useTranslation } from 'react-i18next';
import type { OwnAnnouncement } from '#contract/clients/announcement.ts';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import './announcements.css';

/** What the operator announces, above every page of the account, until it is put away. */
export function Announcements() {
  const { t, i18n } = useTranslation();
  const { client } = useCustomer();
  const { data, replace, again } = useData('ownAnnouncements');
  if (!data || data.length === 0) return null;
  const putAway = async (id: string) => {
    replace(data.filter((one) => one.id !== id));
    try {
      await client.call('putAnnouncementAway', { params: { id } });
    } catch {
      // Shown again: it would come back with the next visit.
      again();
    }
  };
  return (
    <section className="announcements" aria-label={t('account.announcements.title')}>
      {data.map((one) => (
        <Notice
          key={one.id}
          announcement={one}
          isForeign={one.locale !== i18n.language}
          onPutAway={() => void putAway(one.id)}
        />
      ))}
    </section>
  );
}

function Notice({
  announcement: { title, body, locale },
  isForeign,
  onPutAway,
}: {
  announcement: OwnAnnouncement;
  isForeign: boolean;
  onPutAway: () => void;
}) {
  const { t } = useTranslation();
  return (
    <article className="announcement">
      <div lang={locale}>
        <h2>{title}</h2>
        <p>{body}</p>
      </div>
      {isForeign && <p className="announcement-language">{t('account.announcements.otherLanguage')}</p>}
      <button type="button" className="announcement-away" onClick={onPutAway}>
        {t('account.announcements.putAway')}
      </button>
    </article>
  );
}
