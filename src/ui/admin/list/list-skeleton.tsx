import { useTranslation } from 'react-i18next';
import './table/list-table.css';

/** A table of 3 rows with 5 cells while the first rows are loading (specification, section 9). */
export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="table-frame" role="status" aria-busy="true" aria-label={t('list.loading')}>
      <table className="skeleton-table" aria-hidden="true">
        <tbody>
          {[1, 2, 3].map((row) => (
            <tr key={row}>
              {[1, 2, 3, 4, 5].map((cell) => (
                <td key={cell}>
                  <span className="skeleton-bar" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
