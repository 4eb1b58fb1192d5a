import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LockIcon } from '#web/ui/admin/kit/icons.tsx';
import { PageHeading } from './page-heading.tsx';
import './failure.css';

interface DeniedProps {
  /** Unless it is the whole screen that is not for the one who came. */
  title?: string;
  text: string | undefined;
  /** Where they came from. */
  back?: string;
}

/** In the place of what is not for the one who came: why not. */
export function Denied({ title, text, back }: DeniedProps) {
  const { t } = useTranslation();
  return (
    <section className="notice-page">
      <span className="notice-icon">
        <LockIcon />
      </span>
      <PageHeading title={title ?? t('denied.title')} />
      <p>{text}</p>
      {back && <Link to={back}>{t('actions.back')}</Link>}
    </section>
  );
}
