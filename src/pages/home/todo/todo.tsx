import { useGetIdentity } from '@refinedev/core';
import { Skeleton } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import type { Client } from '#contract/entities/client.ts';
import { type EmailRow, failedEmails } from '#contract/entities/email.ts';
import { failedEmailsView } from '#contract/entities/saved-view.ts';
import { documentApi } from '#contract/routes/document.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { inboxKey } from '#web/resources/matching/inbox-key.ts';
import { NobodysMoney } from '#web/pages/home/nobodys-money.tsx';
import { OpenProformas } from '#web/pages/home/open-proformas.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import type { Row } from '#web/ui/admin/resource/define-resource.ts';
import { useAccessPlace } from '#web/ui/admin/resource/admin-context.ts';
import { CabinetTodo, ClientTodo, DifferingCabinets, EmailTodo, OwnClients } from './todo-rows.tsx';
import {
  dueToday,
  failedCabinets,
  ownClients,
  ownInTrouble,
  type Reader,
  suspendedToday,
  trialsEnding,
} from './todo-lists.ts';
import { type PanelRows, todoColumn, todoColumns } from './todo-columns.ts';
import { type TodoKey, todoOrder } from './todo-order.ts';
import { TodoPanel } from './todo-panel.tsx';
import { type TodoRows, useTodo, useTodoSum } from './use-todo.ts';
import '../figures.css';
import './todo.css';

/** The lists of clients, each with what it asks for. */
const clientLists = [
  { name: 'suspendedToday', tone: 'bad', queryOf: () => suspendedToday },
  { name: 'dueToday', tone: 'warning', queryOf: () => dueToday },
  { name: 'trials', tone: 'new', queryOf: () => trialsEnding },
  { name: 'own', tone: 'warning', queryOf: ownInTrouble },
] as const;

/**
 * What waits for this person, by rights: everything on it leads to where it is done, or is done here. What is above and
 * below it comes with it, so that nothing moves under somebody's finger. `isHeld`: they are not there yet.
 */
export function Todo({
  isHeld = false,
  above,
  children,
}: {
  isHeld?: boolean;
  above?: ReactNode;
  children?: ReactNode;
}) {
  const reader = useReader();
  const { held } = useAccessPlace();
  const order = todoOrder(held);
  const cabinets = useTodo<Client>(clientResource, failedCabinets);
  const emails = useTodo<EmailRow>(emailResource, failedEmails);
  const of = {
    suspendedToday: useTodo<Client>(clientResource, suspendedToday),
    dueToday: useTodo<Client>(clientResource, dueToday),
    trials: useTodo<Client>(clientResource, trialsEnding),
    own: useTodo<Client>(clientResource, reader && ownInTrouble(reader)),
  };
  const mine = useTodo<Client>(clientResource, reader && ownClients(reader));
  const inbox = useTodoSum(matchingApi.inboxSummary, [...inboxKey, 'summary']);
  const proformas = useTodoSum(documentApi.openProformas, ['documents', 'summary']);
  const all = [cabinets, emails, ...Object.values(of)];
  const isSettled = [...all, mine, inbox, proformas].every((one) => one.isSettled);
  if (isHeld || !reader || !isSettled) return <Awaited />;
  const { overdue, lacks_company: lacksCompany = false } = proformas.data ?? {};
  const totals = [...all.map(({ total }) => total), inbox.data?.count ?? 0, overdue?.count ?? 0];
  const isKnown = [...all, inbox, proformas].every((one) => one.isKnown);
  const isDone = isKnown && !lacksCompany && totals.every((total) => total === 0);
  const money = (
    <>
      {inbox.data && <NobodysMoney inbox={inbox.data} />}
      {proformas.data && <OpenProformas proformas={proformas.data} />}
    </>
  );
  return (
    <>
      {above}
      <TodoSection
        order={order}
        panels={panelsOf(reader, { cabinets, emails, ...of, own: notIn(of.own, of.suspendedToday) })}
        money={money}
        last={mine.total > 0 && <OwnClients count={mine.total} />}
        isDone={isDone}
      />
      {children}
    </>
  );
}

type PanelKey = Exclude<TodoKey, 'money'>;

interface Panel {
  size: PanelRows;
  show: (shownRows: number) => ReactNode;
}

/** Rows that another panel doesn't name already; they count all the same. */
function notIn(todo: TodoRows<Client>, other: TodoRows<Client>): TodoRows<Client> {
  const named = new Set(other.rows.map(({ id }) => id));
  return { ...todo, rows: todo.rows.filter(({ id }) => !named.has(id)) };
}

/** About, in pixels: a name with a line of words below it, or with two. */
const rowHeight = 57;
const highRow = 76;

function panelsOf(
  reader: Reader,
  {
    cabinets,
    emails,
    ...of
  }: { emails: TodoRows<EmailRow> } & Record<Exclude<PanelKey, 'emails'>, TodoRows<Client>>,
): Record<PanelKey, Panel> {
  const sizeOf = ({ rows, total }: TodoRows<Row>, height = rowHeight): PanelRows => ({
    known: rows.length,
    total,
    rowHeight: height,
  });
  const ofClients = clientLists.map(({ name, tone, queryOf }): [PanelKey, Panel] => [
    name,
    {
      size: sizeOf(of[name]),
      show: (shownRows) => (
        <TodoPanel
          name={name}
          tone={tone}
          resource={clientResource}
          query={queryOf(reader)}
          todo={of[name]}
          shownRows={shownRows}
        >
          {(client) => <ClientTodo client={client} withState={name === 'own'} />}
        </TodoPanel>
      ),
    },
  ]);
  return {
    cabinets: {
      size: sizeOf(cabinets),
      show: (shownRows) => (
        <TodoPanel
          name="cabinets"
          tone="bad"
          resource={clientResource}
          query={failedCabinets}
          todo={cabinets}
          shownRows={shownRows}
          also={<DifferingCabinets />}
        >
          {(client) => <CabinetTodo client={client} />}
        </TodoPanel>
      ),
    },
    emails: {
      size: sizeOf(emails, highRow),
      show: (shownRows) => (
        <TodoPanel
          name="emails"
          tone="bad"
          resource={emailResource}
          query={failedEmails}
          view={failedEmailsView}
          todo={emails}
          shownRows={shownRows}
        >
          {(email) => <EmailTodo email={email} />}
        </TodoPanel>
      ),
    },
    ...(Object.fromEntries(ofClients) as Record<(typeof clientLists)[number]['name'], Panel>), // one each
  };
}

function TodoSection({
  order,
  panels,
  money,
  last,
  isDone,
}: {
  order: readonly TodoKey[];
  panels: Record<PanelKey, Panel>;
  money: ReactNode;
  /** Nothing to do, but always at hand. */
  last: ReactNode;
  isDone: boolean;
}) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const inOrder = order.flatMap((key) => (key === 'money' ? [] : [[key, panels[key].size] as const]));
  const columns = isPhone ? [todoColumn(inOrder)] : todoColumns(inOrder);
  return (
    <section aria-labelledby="todo" className="todo-section">
      <h2 id="todo" className="section-title">
        {t('home.todo.title')}
      </h2>
      {isDone && <p className="muted">{t('home.todo.nothing')}</p>}
      {order[0] === 'money' && <ul className="todo-money">{money}</ul>}
      <div className="todo">
        {columns
          .filter((column) => column.length > 0)
          .map((column) => (
            <div key={column[0]?.key} className="todo-column">
              {column.map(({ key, rows }) => (
                <Fragment key={key}>{panels[key].show(rows)}</Fragment>
              ))}
            </div>
          ))}
      </div>
      <ul className="todo-money">
        {order[0] !== 'money' && money}
        {last}
      </ul>
    </section>
  );
}

function Awaited() {
  const { t } = useTranslation();
  return (
    <section className="todo-section" aria-busy="true">
      <h2 className="section-title">{t('home.todo.title')}</h2>
      <Skeleton active paragraph={{ rows: 8 }} />
    </section>
  );
}

function useReader(): Reader | undefined {
  const { data: me } = useGetIdentity<StaffAccount>();
  return me && { id: me.id };
}
