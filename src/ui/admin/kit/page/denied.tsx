import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LockIcon } from '#web/ui/admin/kit/icons.tsx';
import { PageHeading } from './page-heading.tsx';
import './failure.css';

interface DeniedProps {
  /** Only for a part of a screen. */
  title?: string;
  text: string | undefined;
  /** The page they came from. */
  back?: string;
}

/** Shown instead of something that the person may not see: the reason. */
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
