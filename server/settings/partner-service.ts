import { type Kysely, sql } from 'kysely';
import type { Partner, PartnerChanges, PartnerInput } from '#contract/partner.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { PartnerRow, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { newId } from '#server/ids.ts';
import { Refused } from '#server/refused.ts';
import type { TariffService } from '#server/tariffs/tariff-service.ts';
import {
  type CountedPartner,
  insertPartner,
  partnerById,
  partnersByIds,
  partnerSource,
  updatePartner,
} from './partner-store.ts';
import { knownTariffs, writeWithCode } from './registration-code.ts';

interface PartnerDeps {
  db: Kysely<Tables>;
  tariffs: Pick<TariffService, 'exist' | 'namesIn'>;
}

/** Banks and alliances (DESIGN section 5, "Partner"). A deleted one stays with its clients and frees its code. */
export function createPartnerService({ db, tariffs }: PartnerDeps) {
  return {
    listing: {
      name: 'partners',
      source: () => partnerSource,
      rows: async (_caller, ids) => inOrderOf(ids, await partnersByIds(db, ids)).map(present),
      csv: [
        'code',
        'name',
        'kind',
        'free_period_days',
        { field: 'tariff_ids', sql: (caller) => tariffs.namesIn(sql`p.tariff_ids`, caller) },
        'clients_count',
        'created_at',
      ],
    } satisfies Listing<Partner>,

    async show(id: string): Promise<Partner> {
      return present(found(await partnerById(db, id)));
    },

    create(caller: Caller, input: PartnerInput): Promise<Partner> {
      const { now } = caller;
      return writeWithCode(db, async (tx) => {
        const row: PartnerRow = {
          id: newId(now),
          code: input.code,
          name: input.name,
          kind: input.kind,
          free_period_days: input.free_period_days ?? null,
          tariff_ids: await knownTariffs(tx, tariffs, input.tariff_ids ?? null),
          created_at: now,
          updated_at: now,
          deleted_at: null,
        };
        await insertPartner(tx, row);
        await writeAudit(tx, caller, {
          action: 'partner.create',
          subject: subjectOf(row),
          changes: auditChanges({}, editable(row)),
        });
        return present({ ...row, clients_count: 0 });
      });
    },

    change(caller: Caller, id: string, { updated_at, ...input }: PartnerChanges): Promise<Partner> {
      return writeWithCode(db, async (tx) => {
        const before = found(await partnerById(tx, id, { lock: true }));
        await refuseStaleOf(tx, before, updated_at, () => present(before));
        const after = { ...before, ...input, updated_at: nextUpdate(before.updated_at, caller.now) };
        if (input.tariff_ids !== undefined)
          after.tariff_ids = await knownTariffs(tx, tariffs, input.tariff_ids);
        const changes = auditChanges(editable(before), editable(after));
        if (changes.length === 0) return present(before);
        await updatePartner(tx, id, { ...editable(after), updated_at: after.updated_at });
        await writeAudit(tx, caller, { action: 'partner.change', subject: subjectOf(after), changes });
        return present(after);
      });
    },

    async remove(caller: Caller, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const partner = found(await partnerById(tx, id, { lock: true }));
        await updatePartner(tx, id, { deleted_at: caller.now, updated_at: caller.now });
        await writeAudit(tx, caller, { action: 'partner.delete', subject: subjectOf(partner) });
      });
    },
  };
}
export type PartnerService = ReturnType<typeof createPartnerService>;

function found(partner: CountedPartner | undefined): CountedPartner {
  if (!partner) throw new Refused('not_found');
  return partner;
}

function editable({ code, name, kind, free_period_days, tariff_ids }: PartnerRow) {
  return { code, name, kind, free_period_days, tariff_ids };
}

function subjectOf({ id, name }: PartnerRow) {
  return { type: 'partner', id, name };
}

function present(row: CountedPartner): Partner {
  return {
    id: row.id,
    ...editable(row),
    clients_count: row.clients_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
