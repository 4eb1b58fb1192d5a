import {
  type ClientAct,
  clientActInputs as inputs,
  clientActNeeds as needs,
} from '#contract/clients/client-bulk.ts';
import { tagLimits } from '#contract/entities/tag.ts';
import type { BulkCode } from '#contract/panel/bulk.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { type BulkAct, bulkAct, type RowState, type Verdict } from '#server/bulk/bulk-act.ts';
import { applyChanges } from '#server/clients/change-client.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { clientsById, contactsAmong } from '#server/clients/client-store.ts';
import { changePlan } from '#server/clients/plan/change-plan.ts';
import { movePeriod, prolonged, prolongPeriod } from '#server/clients/plan/prolong-period.ts';
import { removeClient } from '#server/clients/remove-client.ts';
import { requireClient, requireManager } from '#server/clients/require-client.ts';
import { restoreClient } from '#server/clients/restore-client.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import { blockedByHand } from '#server/subscriptions/lifecycle/manual-block.ts';
import { forecastPlans } from '#server/subscriptions/choose-plan.ts';
import { subscribedByIds } from '#server/subscriptions/subscription-store.ts';
import { keptTags } from '#server/tags/tag-store.ts';
import { isOpenTariff, keepTariffs } from '#server/tariffs/choose-tariff.ts';
import { tagIdsOf } from './client-bulk-store.ts';

/** What can be done to many clients, each by the use that does it to one (GROWTH section 19). */
export function clientActs(deps: ClientDeps): Record<ClientAct, BulkAct<unknown>> {
  const on = (tx: Db): ClientDeps => ({ ...deps, db: tx });
  return {
    prolong: bulkAct({
      needs: needs.prolong,
      schema: inputs.prolong,
      judge: (db, ids, { input: { days } }) =>
        judgedClients(db, ids, (client) => {
          const end = prolonged(client, days, deps.timeZone);
          if (!end) return { code: 'no_period' };
          return changing({ trialEnds: client.trial_ends }, { trialEnds: end });
        }),
      apply: (tx, caller, id, { days }) => prolongPeriod(deps, tx, caller, { id, days }),
      undo: (tx, caller, { id, before }) =>
        movePeriod(deps, tx, caller, {
          id,
          end: new Date(String(before['trial_ends'])),
          anchor: before['anchor'] === null ? null : new Date(String(before['anchor'])),
          action: 'client.prolong_undone',
        }),
    }),
    tariff: tariffAct(deps),
    ...blocks(deps),
    manager: bulkAct({
      needs: needs.manager,
      schema: inputs.manager,
      check: (db, { manager_id }) => atInput(() => requireManager(db, manager_id)),
      judge: (db, ids, { input: { manager_id } }) =>
        judgedClients(db, ids, (client) =>
          client.manager_id === manager_id
            ? { code: 'unchanged' }
            : changing({ manager_id: client.manager_id }, { manager_id }),
        ),
      apply: (tx, caller, id, { manager_id }) => applyChanges(deps, tx, caller, id, { manager_id }),
      undo: (tx, caller, { id, before }) =>
        applyChanges(deps, tx, caller, id, { manager_id: textOf(before['manager_id']) }),
    }),
    tags: tagsAct(deps),
    notify: bulkAct({
      needs: needs.notify,
      schema: inputs.notify,
      judge: (db, ids) =>
        judgedClients(db, ids, ({ confirmed_at }) =>
          // An address that nobody has confirmed may belong to a stranger.
          confirmed_at === null ? { code: 'unconfirmed' } : { code: null, changes: [] },
        ),
      async apply(tx, caller, id, { subject: topic, body: words }) {
        const client = await requireClient(tx, id);
        await deps.mail.write(tx, caller.now, {
          kind: 'message',
          to: client.email,
          locale: client.locale,
          data: { name: client.name, topic, words },
          reason: 'written_by_staff',
          clientId: id,
        });
        const changes = auditChanges({}, { subject: topic, text: words });
        await auditClient(tx, caller, client, { action: 'client.notify', changes });
      },
    }),
    ...removals(on),
  };
}

type On = (tx: Db) => ClientDeps;

function blocks(deps: ClientDeps): Record<'block' | 'unblock', BulkAct<unknown>> {
  return {
    block: bulkAct({
      needs: needs.block,
      schema: inputs.block,
      judge: (db, ids) =>
        judgedClients(db, ids, (client) => {
          if (client.blocked_from !== null) return { code: 'already_blocked' };
          if (!blockedByHand(client)) return { code: 'not_blockable' };
          return changing({ status: client.status }, { status: 'blocked' });
        }),
      apply: (tx, caller, id, { reason = null }) =>
        applyChanges(deps, tx, caller, id, { status: 'blocked', reason }),
      undo: (tx, caller, { id }) => applyChanges(deps, tx, caller, id, { status: 'active' }),
    }),
    unblock: bulkAct({
      needs: needs.unblock,
      schema: inputs.unblock,
      judge: (db, ids) =>
        judgedClients(db, ids, (client) => {
          if (client.blocked_from === null) return { code: 'not_blocked' };
          return changing({ status: 'blocked' }, { status: client.blocked_from });
        }),
      apply: (tx, caller, id) => applyChanges(deps, tx, caller, id, { status: 'active' }),
      undo: (tx, caller, { id, before }) =>
        applyChanges(deps, tx, caller, id, { status: 'blocked', reason: textOf(before['block_reason']) }),
    }),
  };
}

function removals(on: On): Record<'delete' | 'restore', BulkAct<unknown>> {
  return {
    delete: bulkAct({
      needs: needs.delete,
      schema: inputs.delete,
      judge: (db, ids, { now }) =>
        judgedClients(db, ids, () => changing({ deleted_at: null }, { deleted_at: now })),
      apply: (tx, caller, id, { reason = null }) => removeClient(on(tx), caller, id, { reason }),
      undo: async (tx, caller, { id }) => void (await restoreClient(on(tx), caller, id)),
    }),
    restore: bulkAct({
      needs: needs.restore,
      schema: inputs.restore,
      judge: judgedRestore,
      apply: async (tx, caller, id) => void (await restoreClient(on(tx), caller, id)),
      undo: (tx, caller, { id, before }) =>
        removeClient(on(tx), caller, id, { reason: textOf(before['deleted_reason']) }),
    }),
  };
}

function tagsAct(deps: ClientDeps): BulkAct<unknown> {
  return bulkAct({
    needs: needs.tags,
    schema: inputs.tags,
    async check(db, { add = [], remove = [] }) {
      if (add.length + remove.length === 0) throw fieldError('input.add', 'validation.nothingSelected');
      if (add.some((id) => remove.includes(id)))
        throw fieldError('input.remove', 'validation.addedAndRemoved');
      const ids = [...new Set([...add, ...remove])];
      if ((await keptTags(db, ids)).length < ids.length)
        throw fieldError('input.add', 'validation.notAllowed');
    },
    async judge(db, ids, { input }) {
      const had = await tagIdsOf(db, ids);
      return judgedClients(db, ids, ({ id }) => {
        const before = had.get(id) ?? [];
        const after = tagsAfter(before, input);
        if (after.join() === before.join()) return { code: 'unchanged' };
        if (after.length > tagLimits.count.max) return { code: 'too_many_tags' };
        return changing({ tag_ids: before }, { tag_ids: after });
      });
    },
    async apply(tx, caller, id, input) {
      const before = (await tagIdsOf(tx, [id])).get(id) ?? [];
      await applyChanges(deps, tx, caller, id, { tag_ids: tagsAfter(before, input) });
    },
    undo: (tx, caller, { id, before }) =>
      applyChanges(deps, tx, caller, id, { tag_ids: before['tag_ids'] as string[] }), // as stored
  });
}

/** A new tariff now is charged now; an undo returns no money, so it only takes back what moved none. */
function tariffAct(deps: ClientDeps): BulkAct<unknown> {
  return bulkAct({
    needs: needs.tariff,
    schema: inputs.tariff,
    locks: keepTariffs,
    async check(db, { tariff_id }) {
      if (!(await isOpenTariff(db, tariff_id))) throw fieldError('input.tariff_id', 'validation.notAllowed');
    },
    async judge(db, ids, { input: { tariff_id, billing_period, when = 'period_end' }, now }) {
      const choice = { tariffId: tariff_id, billingPeriod: billing_period, when };
      const rows = await subscribedByIds(db, ids);
      const forecasts = await forecastPlans(deps.subscriptions, db, { rows, choice, now });
      return judgedClients(db, ids, (client) => {
        const wanted = { tariff_id, billing_period: billing_period ?? client.billing_period };
        const waits = client.next_tariff_id !== null;
        const present = waits ? nextPlanOf(client) : planOf(client);
        const isThere = present.tariff_id === tariff_id && present.billing_period === wanted.billing_period;
        if (isThere && (when === 'period_end' || !waits)) return { code: 'unchanged' };
        const money = forecasts.get(client.id);
        if (!money) return { code: 'balance_too_low' };
        const { charge, refund } = money;
        return { ...changing(planOf(client), wanted), money: { charge, refund } };
      });
    },
    async apply(tx, caller, clientId, { when = 'period_end', ...plan }) {
      const input = { ...plan, when };
      await changePlan({ ...deps, db: tx }, caller, { clientId, input, key: null });
    },
    async undo(tx, caller, { id: clientId, before, after }) {
      const wasNow = before['tariff_id'] !== after['tariff_id'] || isOther(before, after, 'billing_period');
      const back = !wasNow && before['next_tariff_id'] !== null ? nextPlanOf(before) : planOf(before);
      await changePlan({ ...deps, db: tx }, caller, {
        clientId,
        input: { ...back, when: wasNow ? 'now' : 'period_end' },
        key: null,
      });
    },
  });
}

function isOther(before: RowState, after: RowState, field: string): boolean {
  return before[field] !== after[field];
}

type PlanColumns = Pick<ClientRow, 'tariff_id' | 'billing_period' | 'next_tariff_id' | 'next_billing_period'>;
interface ChosenPlan {
  tariff_id: string;
  billing_period: ClientRow['billing_period'];
}

function planOf(row: PlanColumns | RowState): ChosenPlan {
  const { tariff_id, billing_period } = row as PlanColumns; // a state has these columns
  return { tariff_id, billing_period };
}

function nextPlanOf(row: PlanColumns | RowState): ChosenPlan {
  const { tariff_id, billing_period, next_tariff_id, next_billing_period } = row as PlanColumns; // as above
  return { tariff_id: next_tariff_id ?? tariff_id, billing_period: next_billing_period ?? billing_period };
}

/** A deleted client whose e-mail or phone somebody else has by now can't come back. */
async function judgedRestore(db: Db, ids: readonly string[]): Promise<Map<string, Verdict>> {
  const rows = await clientsById(db, ids);
  const taken = await contactsAmong(db, {
    emails: rows.map(({ email }) => emailKey(email)),
    phones: rows.map(({ phone_e164 }) => phone_e164),
  });
  return new Map(
    rows.map((row): [string, Verdict] => {
      const refused = (code: BulkCode): [string, Verdict] => [row.id, { code }];
      if (!row.deleted_at) return refused('not_deleted');
      if (row.erased_at) return refused('erased');
      if (taken.emails.has(row.email_key)) return refused('email_taken');
      if (taken.phones.has(row.phone_e164)) return refused('phone_taken');
      return [row.id, changing({ deleted_at: row.deleted_at }, { deleted_at: null })];
    }),
  );
}

/** The verdict on each client; a deleted one must be restored first. */
async function judgedClients(
  db: Db,
  ids: readonly string[],
  verdictOn: (client: ClientRow) => Verdict,
): Promise<Map<string, Verdict>> {
  const rows = await clientsById(db, ids);
  return new Map(
    rows.map((client) => [client.id, client.deleted_at ? { code: 'deleted' } : verdictOn(client)]),
  );
}

function changing(before: object, after: object): Extract<Verdict, { code: null }> {
  return { code: null, changes: auditChanges({ ...before }, { ...after }) };
}

/** The tags that a client has after some are added and others removed, in the order of their ids. */
export function tagsAfter(
  before: readonly string[],
  { add = [], remove = [] }: { add?: string[] | undefined; remove?: string[] | undefined },
): string[] {
  return [...new Set([...before, ...add])].filter((id) => !remove.includes(id)).sort();
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A refusal of one row's field, as one of the act's input. */
async function atInput(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.fields) throw error;
    const fields = Object.entries(error.details.fields).map(([name, refusals]) => [
      `input.${name}`,
      refusals,
    ]);
    throw new AppError(error.code, { fields: Object.fromEntries(fields) });
  }
}
