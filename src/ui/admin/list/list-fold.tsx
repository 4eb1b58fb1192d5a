import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FilterIcon, MoreIcon } from '#web/ui/admin/kit/icons.tsx';
import type { ListState } from './state/list-state.ts';

/** What a narrow screen shows of a list besides its search and its rows: nothing, its filters and order, or its further tools. */
export type Unfolded = 'filters' | 'tools' | null;

/** The two buttons that unfold them; a wider screen shows everything and has no buttons (resource-list.css). */
export function ListFold({
  state: { query },
  unfolded,
  onUnfold,
}: {
  state: ListState;
  unfolded: Unfolded;
  onUnfold: (unfolded: Unfolded) => void;
}) {
  const { t } = useTranslation();
  const filtered = new Set(query.filters.map(({ field }) => field).filter((field) => field !== 'search'));
  const count = filtered.size + (query.trashed === 'without' ? 0 : 1);
  const toggle = (part: 'filters' | 'tools') => ({
    className: 'list-fold',
    'aria-expanded': unfolded === part,
    onClick: () => onUnfold(unfolded === part ? null : part),
  });
  return (
    <>
      <Button {...toggle('filters')} icon={<FilterIcon />}>
        {t('list.filters')}
        {count > 0 && <span className="count-badge">{count}</span>}
      </Button>
      <Button {...toggle('tools')} icon={<MoreIcon />} aria-label={t('list.tools')} />
    </>
  );
}
