import type { Kysely } from 'kysely';
import {
  type BonusInput,
  latestInvoiceYear,
  type LedgerEntry,
  type ReplenishInput,
  type ReverseInput,
  type TopUpPreview,
} from '#contract/wallet.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { type OnceKey, once } from '#server/db/idempotency.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import type { LedgerProofRow, Tables } from '#server/db/tables.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { newId } from '#server/ids.ts';
import type { MailData } from '#server/mail/mail-kinds.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { SubscriptionService } from '#server/subscriptions/subscription-service.ts';
import {
  freeInvoice,
  insertProof,
  lastTopUp,
  latestProof,
  ledgerSource,
  lineOf,
  linesByIds,
  type PresentedLine,
  proveWallets,
  storeLastTopUp,
  takeInvoice,
  type WalletOwner,
  walletOwner,
} from './ledger-store.ts';

interface WalletDeps {
  db: Kysely<Tables>;
  subscriptions: Pick<SubscriptionService, 'credit' | 'previewCredit'>;
  mail: Pick<MailService, 'write'>;
  timeZone: string;
}

type WalletNews = { id: string; reason: 'topped_up' | 'bonus_given' | 'reversed' } & {
  [Kind in 'top_up_receipt' | 'bonus_given' | 'balance_corrected']: { kind: Kind; data: MailData<Kind> };
}['top_up_receipt' | 'bonus_given' | 'balance_corrected'];

type StaffCaller = Caller<StaffActor>;

/**
 * Wallets (DESIGN sections 5 and 7): money comes in by lines that are never changed, a mistake is taken back by
 * another line, and what money sets off is the subscription's affair. Amounts in minor units.
 */
export function createWalletService({ db, subscriptions, mail, timeZone }: WalletDeps) {
  return {
    /** The lines of a client's wallet. */
    listing: (clientId: string): Listing<LedgerEntry> => ({
      name: 'ledger',
      source: () => ledgerSource(clientId),
      rows: async (_caller, ids) => inOrderOf(ids, await linesByIds(db, ids)).map(present),
      csv: [
        'created_at',
        'kind',
        'service',
        'amount',
        'balance_after',
        'invoice',
        'year',
        'period_start',
        'period_end',
        'note',
        'created_by_name',
      ],
    }),

    /**
     * Money that a client paid. An invoice and its year are taken once.
     *
     * @throws Refused `deleted`, `invoice_taken`, or a 422 for a year after the next.
     */
    async replenish(
      caller: StaffCaller,
      clientId: string,
      { service, amount, invoice, year, note }: ReplenishInput,
      key: OnceKey | null,
    ): Promise<LedgerEntry> {
      checkYear(caller.now, year);
      return act(caller, clientId, key, async (tx, owner) => {
        const { now, actor } = caller;
        const id = newId(now);
        const paper = { service, invoice: invoice ?? null, year: year ?? null };
        const line = {
          id,
          kind: 'top_up' as const,
          amount,
          ...paper,
          note: note || null,
          created_by: actor.id,
        };
        const { balance } = await subscriptions.credit(tx, clientId, line, now);
        if (invoice !== undefined && year !== undefined) {
          const isOurs = await takeInvoice(tx, { invoice, year, entryId: id });
          if (!isOurs) throw refusedField('invoice', 'errors.invoice_taken', 'invoice_taken');
        }
        await storeLastTopUp(tx, clientId, { amount, created_at: now });
        await trail(tx, caller, owner, 'client.replenish', { amount, ...paper, note: note || null });
        const data = { name: owner.name, amount, balance };
        await tell(tx, now, owner, { kind: 'top_up_receipt', reason: 'topped_up', id, data });
        return id;
      });
    },

    /** What a top-up would lead to; changes nothing. */
    async previewReplenish(
      { now }: StaffCaller,
      clientId: string,
      { amount, year }: ReplenishInput,
    ): Promise<TopUpPreview> {
      checkYear(now, year);
      const { charge, balance, status, trialEnds, lastsUntil } = await subscriptions.previewCredit(
        clientId,
        amount,
        now,
      );
      return {
        charge,
        balance_after: balance,
        status,
        trialEnds: trialEnds?.toISOString() ?? null,
        lasts_until: lastsUntil?.toISOString() ?? null,
      };
    },

    /** Money given, not paid: it is no top-up. */
    giveBonus(
      caller: StaffCaller,
      clientId: string,
      { amount, note }: BonusInput,
      key: OnceKey | null,
    ): Promise<LedgerEntry> {
      return act(caller, clientId, key, async (tx, owner) => {
        const { now, actor } = caller;
        const id = newId(now);
        const line = { id, kind: 'bonus' as const, amount, note, created_by: actor.id };
        const { balance } = await subscriptions.credit(tx, clientId, line, now);
        await trail(tx, caller, owner, 'client.bonus', { amount, note });
        const data = { name: owner.name, amount, balance };
        await tell(tx, now, owner, { kind: 'bonus_given', reason: 'bonus_given', id, data });
        return id;
      });
    },

    /**
     * Takes a line back by another one, which may take the balance below zero. Its invoice is free again, and the
     * last top-up is the one before.
     *
     * @throws Refused `not_found`, `already_reversed`, or a 422 for a reversal.
     */
    reverse(
      caller: StaffCaller,
      { id: clientId, entry }: { id: string; entry: string },
      { note }: ReverseInput,
      key: OnceKey | null,
    ): Promise<LedgerEntry> {
      return act(caller, clientId, key, async (tx, owner) => {
        const { now, actor } = caller;
        const wrong = await lineOf(tx, clientId, entry);
        if (!wrong) throw new Refused('not_found');
        if (wrong.kind === 'reversal') throw refusedField('entry', 'validation.notAllowed');
        if (wrong.reversed_by_id) throw new Refused('already_reversed');
        const id = newId(now);
        const amount = -wrong.amount;
        const line = {
          id,
          kind: 'reversal' as const,
          amount,
          reverses_id: wrong.id,
          note,
          created_by: actor.id,
        };
        const { balance } = await subscriptions.credit(tx, clientId, line, now);
        await freeInvoice(tx, wrong.id);
        if (wrong.kind === 'top_up') await storeLastTopUp(tx, clientId, await lastTopUp(tx, clientId));
        await trail(tx, caller, owner, 'client.reverse', { kind: wrong.kind, amount, note });
        const date = wrong.created_at.toISOString();
        await tell(tx, now, owner, {
          kind: 'balance_corrected',
          reason: 'reversed',
          id,
          data: { name: owner.name, amount, balance, date },
        });
        return id;
      });
    },

    /** Refuses a line that isn't this client's, before the body is looked at. */
    async requireLine(clientId: string, id: string): Promise<void> {
      if (!(await lineOf(db, clientId, id))) throw new Refused('not_found');
    },

    /** Adds up every wallet and keeps what was found, for the dashboard and the operator. */
    async prove(now: Date): Promise<LedgerProofRow> {
      const proof = { id: newId(now), at: now, ...(await proveWallets(db)) };
      await insertProof(db, proof);
      return proof;
    },

    /** The latest proof; undefined before the first. */
    latestProof: () => latestProof(db),
  };

  /** One act on one wallet, once for its key; answers the line that it wrote, as it is now. */
  async function act(
    caller: StaffCaller,
    clientId: string,
    key: OnceKey | null,
    work: (tx: Kysely<Tables>, owner: WalletOwner) => Promise<string>,
  ): Promise<LedgerEntry> {
    const { id } = await db.transaction().execute(async (tx) => {
      const owner = await walletOwner(tx, clientId);
      if (!owner) throw new Refused('not_found');
      return once(tx, key, caller.now, async () => {
        if (owner.deleted_at) throw new Refused('deleted');
        return { id: await work(tx, owner) };
      });
    });
    const line = await lineOf(db, clientId, id);
    if (!line) throw new Error('the line just written is gone');
    return present(line);
  }

  function checkYear(now: Date, year: number | undefined): void {
    const max = latestInvoiceYear(now, timeZone);
    if (year === undefined || year <= max) return;
    throw new Refused('validation_failed', {
      fields: { year: [{ key: 'validation.tooBig', params: { max } }] },
    });
  }

  async function trail(
    tx: Kysely<Tables>,
    caller: StaffCaller,
    { id, name }: WalletOwner,
    action: string,
    written: Record<string, string | number | null>,
  ): Promise<void> {
    await writeAudit(tx, caller, {
      action,
      subject: { type: 'client', id, name },
      clientId: id,
      changes: Object.entries(written).flatMap(([field, after]) =>
        after === null ? [] : [{ field, before: null, after }],
      ),
    });
  }

  /** `id` is of the line that the mail tells of. */
  async function tell(
    tx: Kysely<Tables>,
    now: Date,
    { id: clientId, email, locale }: WalletOwner,
    { id, ...news }: WalletNews,
  ): Promise<void> {
    await mail.write(tx, now, {
      ...news,
      to: email,
      locale,
      clientId,
      onceKey: `${clientId}:${news.kind}:${id}`,
    });
  }
}
export type WalletService = ReturnType<typeof createWalletService>;

function present(line: PresentedLine): LedgerEntry {
  return {
    id: line.id,
    kind: line.kind,
    service: line.service,
    amount: line.amount,
    balance_after: line.balance_after,
    invoice: line.invoice,
    year: line.year,
    period_start: line.period_start?.toISOString() ?? null,
    period_end: line.period_end?.toISOString() ?? null,
    reverses_id: line.reverses_id,
    reversed_by_id: line.reversed_by_id,
    note: line.note,
    created_by: line.created_by,
    created_by_name: line.created_by_name,
    created_at: line.created_at.toISOString(),
  };
}
