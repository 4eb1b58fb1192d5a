import { useGetIdentity } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import type { Client } from '#contract/entities/client.ts';
import type { EmailRow } from '#contract/entities/email.ts';
import { documentApi } from '#contract/routes/document.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { inboxKey } from '#web/resources/bank-statements/inbox-key.ts';
import { NobodysMoney } from '#web/pages/home/nobodys-money.tsx';
import { OpenProformas } from '#web/pages/home/open-proformas.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { useToday } from '#web/ui/admin/kit/use-today.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { dayAfter } from '#web/ui/shared/zoned-day.ts';
import { CabinetTodo, ClientTodo, EmailTodo } from './todo-rows.tsx';
import {
  dueToday,
  failedCabinets,
  failedEmails,
  ownInTrouble,
  type Reader,
  suspendedToday,
  trialsEnding,
} from './todo-lists.ts';
import { TodoPanel } from './todo-panel.tsx';
import { useTodo, useTodoSum } from './use-todo.ts';
import '../figures.css';
import './todo.css';

/** What waits for this person, by rights: everything on it leads to where it is done, or is done here. */
export function Todo() {
  const { t } = useTranslation();
  const reader = useReader();
  const of = <Query,>(queryOf: (reader: Reader) => Query) => reader && queryOf(reader);
  const cabinets = useTodo<Client>(clientResource, failedCabinets);
  const emails = useTodo<EmailRow>(emailResource, failedEmails);
  const suspended = useTodo<Client>(clientResource, of(suspendedToday));
  const due = useTodo<Client>(clientResource, of(dueToday));
  const trials = useTodo<Client>(clientResource, of(trialsEnding));
  const own = useTodo<Client>(clientResource, of(ownInTrouble));
  const inbox = useTodoSum(matchingApi.inboxSummary, [...inboxKey, 'summary']);
  const proformas = useTodoSum(documentApi.openProformas, ['documents', 'summary']);
  const all = [cabinets, emails, suspended, due, trials, own];
  if (!reader) return null;
  const { overdue, lacks_company: lacksCompany = false } = proformas.data ?? {};
  const totals = [...all.map(({ total }) => total), inbox.data?.count ?? 0, overdue?.count ?? 0];
  const isKnown = [...all, inbox, proformas].every((one) => one.isKnown);
  const isDone = isKnown && !lacksCompany && totals.every((total) => total === 0);
  const ofClients = { resource: clientResource };
  return (
    <section aria-labelledby="todo" className="todo-section">
      <h2 id="todo" className="section-title">
        {t('home.todo.title')}
      </h2>
      {inbox.data && <NobodysMoney inbox={inbox.data} />}
      {proformas.data && <OpenProformas proformas={proformas.data} />}
      {isDone && <p className="muted">{t('home.todo.nothing')}</p>}
      <div className="todo">
        <TodoPanel name="cabinets" tone="bad" {...ofClients} query={failedCabinets} todo={cabinets}>
          {(client) => <CabinetTodo client={client} />}
        </TodoPanel>
        <TodoPanel name="emails" tone="bad" resource={emailResource} query={failedEmails} todo={emails}>
          {(email) => <EmailTodo email={email} />}
        </TodoPanel>
        <TodoPanel
          name="suspendedToday"
          tone="bad"
          {...ofClients}
          query={suspendedToday(reader)}
          todo={suspended}
        >
          {(client) => <ClientTodo client={client} />}
        </TodoPanel>
        <TodoPanel name="dueToday" tone="warning" {...ofClients} query={dueToday(reader)} todo={due}>
          {(client) => <ClientTodo client={client} />}
        </TodoPanel>
        <TodoPanel name="trials" tone="new" {...ofClients} query={trialsEnding(reader)} todo={trials}>
          {(client) => <ClientTodo client={client} />}
        </TodoPanel>
        <TodoPanel name="own" tone="warning" {...ofClients} query={ownInTrouble(reader)} todo={own}>
          {(client) => <ClientTodo client={client} withState />}
        </TodoPanel>
      </div>
    </section>
  );
}

function useReader(): Reader | undefined {
  const { data: me } = useGetIdentity<StaffAccount>();
  const { timeZone } = useAdmin().config;
  const today = useToday(timeZone);
  return me && { id: me.id, today, inAWeek: dayAfter(today, 6) };
}
