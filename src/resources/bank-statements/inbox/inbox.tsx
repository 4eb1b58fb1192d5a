import { useList } from '@refinedev/core';
import { Button, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BankLine, bankLineStatuses } from '#contract/entities/bank-line.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { limits } from '#contract/primitives.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { errorText } from '#web/providers/i18n.ts';
import { inboxKey } from '#web/resources/bank-statements/inbox-key.ts';
import { type InboxActs, useInboxActs } from '#web/resources/bank-statements/inbox/inbox-acts.tsx';
import { FindClientDialog, SetAsideDialog } from '#web/resources/bank-statements/inbox/inbox-dialogs.tsx';
import { useInboxKeys } from '#web/resources/bank-statements/inbox/inbox-keys.ts';
import { InboxLine } from '#web/resources/bank-statements/inbox/inbox-line.tsx';
import { InboxSummary } from '#web/resources/bank-statements/inbox/inbox-summary.tsx';
import { StatementLinks } from '#web/resources/bank-statements/statement-links.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './inbox.css';

type State = (typeof bankLineStatuses)[number];

/** Money that came by bank and waits for its client: with suggestions, by a click or a key each. */
export function Component() {
  const { t } = useTranslation();
  const [state, setState] = useState<State>('unmatched');
  const acts = useInboxActs();
  return (
    <>
      <TabParts tab="money" />
      <div className="list-head">
        <PageHeading title={t('bank_lines.title')} />
        <StatementLinks />
      </div>
      <InboxSummary />
      <div className="inbox-tools">
        <Segmented<State>
          aria-label={t('bank_lines.inbox.states')}
          options={bankLineStatuses.map((value) => ({
            value,
            label: t(`bank_lines.values.status.${value}`),
          }))}
          value={state}
          onChange={setState}
        />
        <CertainButton acts={acts} />
      </div>
      <InboxLines key={state} state={state} acts={acts} />
      <p className="muted inbox-keys">{t('bank_lines.inbox.keys')}</p>
    </>
  );
}

function CertainButton({ acts }: { acts: InboxActs }) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const { data } = useRead(matchingApi.certainPayments, { key: [...inboxKey, 'certain'], keepsLast: true });
  if (!data || data.count === 0) return null;
  return (
    <GuardedButton
      needs={matchingApi.matchCertain}
      type="primary"
      loading={acts.busy === 'certain'}
      onClick={() => void acts.bookCertain()}
    >
      {t('bank_lines.inbox.bookCertain', { shown: number(data.count), amount: money(data.amount) })}
    </GuardedButton>
  );
}

const aPage = 25;

/** The lines of a state, the one that is looked at, and the dialog about it; keys move and decide. */
function useInboxLines(state: State, acts: InboxActs) {
  const [limit, setLimit] = useState(aPage);
  const [selected, setSelected] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const [open, setOpen] = useState<{ dialog: 'find' | 'aside'; line: BankLine } | null>(null);
  const asked: Partial<ListQuery> = { limit, filters: [{ field: 'status', op: 'eq', value: state }] };
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
    select(lines[place + 1]?.id ?? null);
    void acts.book(line, owner);
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

function InboxLines({ state, acts }: { state: State; acts: InboxActs }) {
  const { t } = useTranslation();
  const { query, lines, line, chosen, select, open, setOpen, hasMore, more } = useInboxLines(state, acts);
  const close = () => setOpen(null);
  if (query.isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (query.error) return <Failure text={errorText(query.error)} retry={() => void query.refetch()} />;
  if (lines.length === 0) return <NothingWaits state={state} />;
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
      {open?.dialog === 'find' && <FindClientDialog line={open.line} acts={acts} onClose={close} />}
      {open?.dialog === 'aside' && <SetAsideDialog line={open.line} acts={acts} onClose={close} />}
    </>
  );
}

function NothingWaits({ state }: { state: State }) {
  const { t } = useTranslation();
  if (state !== 'unmatched') return <p className="muted">—</p>;
  return (
    <section className="notice-page">
      <h2>{t('bank_lines.empty.title')}</h2>
      <p>{t('bank_lines.empty.text')}</p>
    </section>
  );
}
