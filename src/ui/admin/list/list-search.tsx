import { Input } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { containing, sought, typedIn } from '#web/providers/list-pattern.ts';
import { SearchIcon } from '#web/ui/admin/kit/icons.tsx';
import { filterValue, type ListState, withFilters } from '#web/ui/admin/list/state/list-state.ts';
import { focusFirstRow } from '#web/ui/admin/list/table/list-keys.ts';

/** The search runs when typing has paused for this long. */
const restMs = 300;

/**
 * One box for all fields that the list searches; the text is taken literally. Enter and the arrow down lead to the first
 * row that was found, Escape empties the box and then leaves it, so that the list's keys work again.
 */
export function ListSearch({ state, isStale = false }: ListSearchProps) {
  const { t } = useTranslation();
  const pattern = filterValue(state.query, 'search', 'ilike');
  const shown = typeof pattern === 'string' ? typedIn(pattern) : '';
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null) return;
    const waiting = setTimeout(() => search(draft), draft === '' ? 0 : restMs);
    return () => clearTimeout(waiting);
  });
  const leave = useWayToRows(isStale ? null : shown);

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

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, currentTarget: box, nativeEvent } = event;
    if (nativeEvent.isComposing || !['Enter', 'ArrowDown', 'Escape'].includes(key)) return;
    event.preventDefault();
    if (key !== 'Escape') {
      search(box.value);
      leave(box, sought(box.value));
    } else if (box.value === '') box.blur();
    else search('');
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
      onKeyDown={press}
    />
  );
}

interface ListSearchProps {
  state: ListState;
  /** The rows on the screen are those of the address before. */
  isStale?: boolean;
}

/**
 * Leads from the box to the rows, once they are those of a text. `found`: the text that the rows on the screen were found
 * by. Whoever went on typing, or elsewhere, stays there.
 */
function useWayToRows(found: string | null) {
  const leaving = useRef<{ box: HTMLElement; text: string } | null>(null);
  const go = useEffectEvent(() => {
    const { box, text } = leaving.current ?? {};
    if (!box || text !== found) return;
    leaving.current = null;
    if (document.activeElement === box) toRows(box);
  });
  useEffect(() => go(), [found]);
  return (box: HTMLElement, text: string) => {
    leaving.current = text === found ? null : { box, text };
    if (text === found) toRows(box);
  };
}

/** Of a list without a table its keys work from everywhere but the box. */
function toRows(box: HTMLElement): void {
  const list = box.closest<HTMLElement>('.list');
  if (list) focusFirstRow(list);
  else box.blur();
}
