import { type Kysely, sql } from 'kysely';
import {
  endsAfterItBegins,
  type PromoCode,
  type PromoCodeChanges,
  type PromoCodeInput,
  type PromoEffect,
} from '#contract/promo-code.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { PromoCodeRow, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { newId } from '#server/ids.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { TariffService } from '#server/tariffs/tariff-service.ts';
import {
  type CountedPromoCode,
  insertPromoCode,
  promoCodeById,
  promoCodesByIds,
  promoCodeSource,
  updatePromoCode,
} from './promo-code-store.ts';
import { knownTariffs, writeWithCode } from './registration-code.ts';

interface PromoCodeDeps {
  db: Kysely<Tables>;
  tariffs: Pick<TariffService, 'exist' | 'namesIn'>;
}

/** Promo codes (API.md, "promo-codes"). A deleted one stays with its clients and frees its code. */
export function createPromoCodeService({ db, tariffs }: PromoCodeDeps) {
  return {
    listing: {
      name: 'promo_codes',
      source: () => promoCodeSource,
      rows: async (_caller, ids) => inOrderOf(ids, await promoCodesByIds(db, ids)).map(present),
      csv: [
        'code',
        'valid_from',
        // Its heading says the last day, the row has the moment after it.
        { field: 'valid_to', sql: sql`p.valid_to - interval '1 second'` },
        'uses_left',
        { field: 'extra_free_days', sql: sql`p.extra_free_days` },
        { field: 'bonus', sql: sql`p.bonus`, is: { type: 'money' } },
        { field: 'tariff_ids', sql: (caller) => tariffs.namesIn(sql`p.tariff_ids`, caller) },
        'clients_count',
        'created_at',
      ],
    } satisfies Listing<PromoCode>,

    async show(id: string): Promise<PromoCode> {
      return present(found(await promoCodeById(db, id)));
    },

    create(caller: Caller, { valid_from, valid_to, effect, ...input }: PromoCodeInput): Promise<PromoCode> {
      const { now } = caller;
      return writeWithCode(db, async (tx) => {
        const row: PromoCodeRow = {
          id: newId(now),
          code: input.code,
          valid_from: dateOf(valid_from ?? null),
          valid_to: dateOf(valid_to ?? null),
          uses_left: input.uses_left ?? null,
          ...columnsOf(effect),
          tariff_ids: await knownTariffs(tx, tariffs, input.tariff_ids ?? null),
          created_at: now,
          updated_at: now,
          deleted_at: null,
        };
        await insertPromoCode(tx, row);
        await writeAudit(tx, caller, {
          action: 'promo_code.create',
          subject: subjectOf(row),
          changes: auditChanges({}, editable(row)),
        });
        return present({ ...row, clients_count: 0 });
      });
    },

    change(
      caller: Caller,
      id: string,
      { updated_at, valid_from, valid_to, effect, ...input }: PromoCodeChanges,
    ): Promise<PromoCode> {
      return writeWithCode(db, async (tx) => {
        const before = found(await promoCodeById(tx, id, { lock: true }));
        await refuseStaleOf(tx, before, updated_at, () => present(before));
        const after: CountedPromoCode = {
          ...before,
          ...input,
          ...(valid_from !== undefined && { valid_from: dateOf(valid_from) }),
          ...(valid_to !== undefined && { valid_to: dateOf(valid_to) }),
          ...(effect && columnsOf(effect)),
          updated_at: nextUpdate(before.updated_at, caller.now),
        };
        if (!endsAfterItBegins(present(after))) throw refusedField('valid_to', 'validation.endBeforeStart');
        if (input.tariff_ids !== undefined)
          after.tariff_ids = await knownTariffs(tx, tariffs, input.tariff_ids);
        const changes = auditChanges(editable(before), editable(after));
        if (changes.length === 0) return present(before);
        await updatePromoCode(tx, id, { ...editable(after), updated_at: after.updated_at });
        await writeAudit(tx, caller, { action: 'promo_code.change', subject: subjectOf(after), changes });
        return present(after);
      });
    },

    async remove(caller: Caller, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const promo = found(await promoCodeById(tx, id, { lock: true }));
        await updatePromoCode(tx, id, { deleted_at: caller.now, updated_at: caller.now });
        await writeAudit(tx, caller, { action: 'promo_code.delete', subject: subjectOf(promo) });
      });
    },
  };
}
export type PromoCodeService = ReturnType<typeof createPromoCodeService>;

function found(promo: CountedPromoCode | undefined): CountedPromoCode {
  if (!promo) throw new Refused('not_found');
  return promo;
}

function dateOf(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment);
}

function columnsOf(effect: PromoEffect): Pick<PromoCodeRow, 'extra_free_days' | 'bonus'> {
  return effect.kind === 'bonus'
    ? { extra_free_days: null, bonus: effect.amount }
    : { extra_free_days: effect.days, bonus: null };
}

/** What a promo code gives, as the contract says it. */
export function effectOf({
  extra_free_days,
  bonus,
}: Pick<PromoCodeRow, 'extra_free_days' | 'bonus'>): PromoEffect {
  return bonus === null
    ? { kind: 'free_days', days: extra_free_days ?? 0 }
    : { kind: 'bonus', amount: bonus };
}

function editable(row: PromoCodeRow) {
  const { code, valid_from, valid_to, uses_left, extra_free_days, bonus, tariff_ids } = row;
  return { code, valid_from, valid_to, uses_left, extra_free_days, bonus, tariff_ids };
}

function subjectOf({ id, code }: PromoCodeRow) {
  return { type: 'promo_code', id, name: code };
}

function present(row: CountedPromoCode): PromoCode {
  return {
    id: row.id,
    code: row.code,
    valid_from: row.valid_from?.toISOString() ?? null,
    valid_to: row.valid_to?.toISOString() ?? null,
    uses_left: row.uses_left,
    effect: effectOf(row),
    tariff_ids: row.tariff_ids,
    clients_count: row.clients_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
