import { useList } from '@refinedev/core';
import { App, Button, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type BankLine, bankLineList, bankLineStatuses } from '#contract/entities/bank-line.ts';
import { type Filter, type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { typedIn } from '#web/providers/list-pattern.ts';
import { errorText } from '#web/providers/i18n.ts';
import { inboxKey, inboxPath } from '#web/resources/matching/inbox-key.ts';
import { type InboxActs, useInboxActs } from '#web/resources/matching/inbox-acts.tsx';
import { FindClientDialog, SetAsideDialog } from '#web/resources/bank-statements/inbox/inbox-dialogs.tsx';
import { useInboxKeys } from '#web/resources/bank-statements/inbox/inbox-keys.ts';
import { InboxLine } from '#web/resources/bank-statements/inbox/inbox-line.tsx';
import { InboxSummary } from '#web/resources/bank-statements/inbox/inbox-summary.tsx';
import { ImportLink } from '#web/resources/bank-statements/statement-links.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { ListSearch } from '#web/ui/admin/list/list-search.tsx';
import {
  filterValue,
  type ListState,
  useListState,
  withFilters,
} from '#web/ui/admin/list/state/list-state.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './inbox.css';

type State = (typeof bankLineStatuses)[number];
type Asked = Pick<ListQuery, 'filters' | 'sort'>;

/** Money that came by bank and waits for its client: with suggestions, by a click or a key each. */
export function Component() {
  const { t } = useTranslation();
  const list = useListState(bankLineList, []);
  const acts = useInboxActs();
  const { sort } = list.query;
  const state =
    bankLineStatuses.find((one) => one === filterValue(list.query, 'status', 'eq')) ?? 'unmatched';
  const statement = list.query.filters.filter(({ field }) => field === 'statement_id');
  const search = list.query.filters.filter(({ field }) => field === 'search');
  const filters: Filter[] = [{ field: 'status', op: 'eq', value: state }, ...statement, ...search];
  return (
    <>
      <TabParts tab="money" />
      <div className="list-head inbox-head">
        <PageHeading title={t('bank_lines.title')} />
        <ImportLink />
      </div>
      <InboxSummary />
      {statement.length > 0 && (
        <p>
          {t('bank_lines.inbox.ofOne')} <Link to={inboxPath}>{t('bank_lines.inbox.all')}</Link>
        </p>
      )}
      <div className="inbox-tools">
        <Segmented<State>
          aria-label={t('bank_lines.inbox.states')}
          options={bankLineStatuses.map((value) => ({
            value,
            label: t(`bank_lines.values.status.${value}`),
          }))}
          value={state}
          onChange={(value) =>
            list.change((now) => ({
              filters: withFilters(now, 'status', [{ field: 'status', op: 'eq', value }]),
            }))
          }
        />
        <ListSearch state={list} />
        <OrderChoice sort={sort} onChange={(chosen) => list.change({ sort: chosen })} />
        <CertainButton acts={acts} />
      </div>
      <InboxLines
        key={String(printListQuery({ filters, sort }))}
        state={state}
        asked={{ filters, sort }}
        list={list}
        acts={acts}
      />
    </>
  );
}

const orders = [
  { name: 'value_date_desc', field: 'value_date', order: 'desc' },
  { name: 'value_date_asc', field: 'value_date', order: 'asc' },
  { name: 'amount_desc', field: 'amount', order: 'desc' },
  { name: 'amount_asc', field: 'amount', order: 'asc' },
] as const;

/** By the day or by the sum; the newest first until somebody chooses. */
function OrderChoice({
  sort: [sorted],
  onChange,
}: {
  sort: ListQuery['sort'];
  onChange: (sort: ListQuery['sort']) => void;
}) {
  const { t } = useTranslation();
  const chosen = orders.find(({ field, order }) => field === sorted?.field && order === sorted.order);
  return (
    <Select<string>
      className="inbox-order"
      aria-label={t('bank_lines.inbox.sort')}
      popupMatchSelectWidth={false}
      value={(chosen ?? orders[0]).name}
      options={orders.map(({ name }) => ({ value: name, label: t(`bank_lines.inbox.orders.${name}`) }))}
      onChange={(value) =>
        onChange(orders.flatMap(({ name, field, order }) => (name === value ? [{ field, order }] : [])))
      }
    />
  );
}

/** Credits all certain lines at once, after a question that says how many and how much. */
function CertainButton({ acts }: { acts: InboxActs }) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const { modal } = App.useApp();
  const { data } = useRead(matchingApi.certainPayments, { key: [...inboxKey, 'certain'], keepsLast: true });
  if (!data || data.count === 0) return null;
  const { count } = data;
  const words = { count, shown: number(count), amount: money(data.amount) };
  const ask = () =>
    void modal.confirm({
      title: t('bank_lines.inbox.certainTitle', words),
      content: t('bank_lines.inbox.certainText'),
      okText: t('bank_lines.inbox.book'),
      cancelText: t('actions.cancel'),
      icon: null,
      width: '30rem',
      onOk: () => void acts.bookCertain(),
    });
  return (
    <GuardedButton needs={matchingApi.matchCertain} loading={acts.busy === 'certain'} onClick={ask}>
      {t('bank_lines.inbox.bookCertain', words)}
    </GuardedButton>
  );
}

const aPage = 25;

/** The lines of a state, the one that is looked at, and the dialog about it; keys move and decide. */
function useInboxLines({ filters, sort }: Asked, acts: InboxActs) {
  const [limit, setLimit] = useState(aPage);
  const [selected, setSelected] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const [open, setOpen] = useState<{ dialog: 'find' | 'aside'; line: BankLine } | null>(null);
  const order = sort.length > 0 ? sort : [{ field: 'value_date', order: 'desc' as const }];
  const asked: Partial<ListQuery> = { limit, filters, sort: order };
  const { result, query } = useList<BankLine>({
    resource: 'bank_lines',
    meta: { listQuery: asked },
    queryOptions: { retry: false, placeholderData: (before) => before },
    errorNotification: false,
  });
  const lines = result.data;
  const place = Math.max(
    0,
    lines.findIndex(({ id }) => id === selected),
  );
  const line = lines[place];

  function select(id: string | null): void {
    if (id !== line?.id) setChosen(0);
    setSelected(id);
  }

  function move(by: 1 | -1): void {
    const next = lines[Math.min(lines.length - 1, Math.max(0, place + by))];
    if (!next) return;
    select(next.id);
    document.querySelector<HTMLElement>(`#line-${CSS.escape(next.id)}`)?.focus();
  }

  function book(): void {
    const owner = line?.suggestions[chosen];
    if (!line || !owner) return;
    void acts.book(line, owner, () => select(lines[place + 1]?.id ?? null));
  }

  const ask = (dialog: 'find' | 'aside') => () => {
    if (line?.status === 'unmatched') setOpen({ dialog, line });
  };
  useInboxKeys(
    {
      move,
      choose: (next) => line?.suggestions[next] && setChosen(next),
      book,
      find: ask('find'),
      setAside: ask('aside'),
      undo: () => void acts.undoLast(),
    },
    open !== null,
  );
  const hasMore = (result.total ?? 0) > lines.length && limit < limits.pageSize.max;
  const more = () => setLimit(Math.min(limits.pageSize.max, limit * 2));
  return { query, lines, line, chosen, select, open, setOpen, hasMore, more };
}

function InboxLines({
  state,
  asked,
  list,
  acts,
}: {
  state: State;
  asked: Asked;
  list: ListState;
  acts: InboxActs;
}) {
  const { t } = useTranslation();
  const { query, lines, line, chosen, select, open, setOpen, hasMore, more } = useInboxLines(asked, acts);
  const close = () => setOpen(null);
  if (query.isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (query.error) return <Failure text={errorText(query.error)} retry={() => void query.refetch()} />;
  if (lines.length === 0) return <NothingWaits state={state} list={list} />;
  return (
    <>
      <ul className="inbox-lines" aria-label={t('bank_lines.inbox.lines')}>
        {lines.map((one) => (
          <InboxLine
            key={one.id}
            line={one}
            isSelected={one.id === line?.id}
            chosen={chosen}
            acts={acts}
            onSelect={() => select(one.id)}
            onFind={() => setOpen({ dialog: 'find', line: one })}
            onSetAside={() => setOpen({ dialog: 'aside', line: one })}
          />
        ))}
      </ul>
      {hasMore && <Button onClick={more}>{t('bank_lines.inbox.more')}</Button>}
      <p className="muted inbox-keys">{t('bank_lines.inbox.keys')}</p>
      {open?.dialog === 'find' && <FindClientDialog line={open.line} acts={acts} onClose={close} />}
      {open?.dialog === 'aside' && <SetAsideDialog line={open.line} acts={acts} onClose={close} />}
    </>
  );
}

function NothingWaits({ state, list }: { state: State; list: ListState }) {
  const { t } = useTranslation();
  const pattern = filterValue(list.query, 'search', 'ilike');
  if (typeof pattern === 'string') {
    return (
      <section className="notice-page">
        <h2>{t('list.nothing.search', { text: typedIn(pattern) })}</h2>
        <p>{t('bank_lines.searched')}</p>
        <Button onClick={() => list.change((now) => ({ filters: withFilters(now, 'search', []) }))}>
          {t('list.nothing.clear')}
        </Button>
      </section>
    );
  }
  if (state !== 'unmatched') {
    return (
      <section className="notice-page">
        <h2>{t(`bank_lines.empty.${state}`)}</h2>
      </section>
    );
  }
  return (
    <section className="notice-page">
      <h2>{t('bank_lines.empty.title')}</h2>
      <p>{t('bank_lines.empty.text')}</p>
    </section>
  );
}
