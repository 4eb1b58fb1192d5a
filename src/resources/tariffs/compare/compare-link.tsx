import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import './compare-link.css';

/** The link to the comparison, with the one tariff that it is opened from. */
export function CompareLink({ a }: { a?: string }) {
  const { t } = useTranslation();
  return (
    <Link className="compare-link" to={`/admin-panel/tariffs/compare${a === undefined ? '' : `?a=${a}`}`}>
      {t('tariffs.compare.go')}
    </Link>
  );
}
