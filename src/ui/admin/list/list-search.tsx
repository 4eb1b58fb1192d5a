import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { containing, sought, typedIn } from '#web/providers/list-pattern.ts';
import { SearchIcon } from '#web/ui/admin/kit/icons.tsx';
import { filterValue, type ListState, withFilters } from '#web/ui/admin/list/state/list-state.ts';

/** The search runs when typing has paused for this long. */
const restMs = 300;

/** One box for all fields that the list searches; the text is taken literally. */
export function ListSearch({ state }: { state: ListState }) {
  const { t } = useTranslation();
  const pattern = filterValue(state.query, 'search', 'ilike');
  const shown = typeof pattern === 'string' ? typedIn(pattern) : '';
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null) return;
    const waiting = setTimeout(() => search(draft), draft === '' ? 0 : restMs);
    return () => clearTimeout(waiting);
  });

  function search(typed: string): void {
    setDraft(null);
    const text = sought(typed);
    if (text === shown) return;
    const filter = { field: 'search', op: 'ilike', value: containing(text) } as const;
    // Only the first search adds a step to the history, so that "Back" leads to the list before it.
    state.change((now) => ({ filters: withFilters(now, 'search', text === '' ? [] : [filter]) }), {
      replace: shown !== '',
    });
  }

  return (
    <Input
      className="list-search"
      type="search"
      allowClear
      prefix={<SearchIcon />}
      placeholder={t('list.search')}
      aria-label={t('list.search')}
      aria-keyshortcuts="/"
      maxLength={200}
      value={draft ?? shown}
      onChange={({ target: { value } }) => setDraft(value)}
      onPressEnter={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}
