import type { Kysely, RawBuilder } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { can } from '#contract/permissions.ts';
import { limits } from '#contract/primitives.ts';
import {
  type ExceedingClient,
  type ExceedingQuery,
  type Feature,
  type Tariff,
  type TariffChanges,
  type TariffInput,
  tariffList,
} from '#contract/tariff.ts';
import type { TariffChoice } from '#contract/subscription.ts';
import type { Locale } from '#contract/variants.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { FeatureRow, Tables, TariffRow, TariffTexts } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { newId } from '#server/ids.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { SubscriptionService } from '#server/subscriptions/subscription-service.ts';
import type { UsageWatch } from '#server/subscriptions/usage-watch.ts';
import {
  allFeatures,
  cheapestTariff,
  choosableTariffs,
  countTariffs,
  type CountedTariff,
  exceedingClients,
  featuresOf,
  hasOtherOpenTariff,
  insertTariff,
  type NewTariff,
  openTariff,
  openTariffs,
  replaceFeatures,
  tariffById,
  tariffNames,
  tariffsByIds,
  tariffSource,
  updateTariff,
} from './tariff-store.ts';

interface TariffDeps {
  db: Kysely<Tables>;
  subscriptions: Pick<SubscriptionService, 'termsChanged'>;
  usage: Pick<UsageWatch, 'limitsChanged'>;
  settings: SettingsService;
  defaultLocale: Locale;
}

type StaffCaller = Caller<StaffActor>;

const everything = ['permissions', 'translations'] as const;

/** Tariffs and the features that they include (API.md, "tariffs"). Money in minor units. */
export function createTariffService({ db, subscriptions, usage, settings, defaultLocale }: TariffDeps) {
  return {
    listing: {
      name: 'tariffs',
      source: ({ locale }) => tariffSource(locale, defaultLocale),
      rows: async ({ locale }, ids, { include }) =>
        present(db, inOrderOf(ids, await tariffsByIds(db, ids)), include, locale),
      csv: [
        'name',
        'price_month',
        'price_year',
        'monthly_turnover_limit',
        'goods_quantity',
        'recommended_days',
        'clients_count',
        'archived_at',
        'created_at',
      ],
    } satisfies Listing<Tariff>,

    async show(id: string, include: string | undefined, locale: Locale): Promise<Tariff> {
      const tariff = await shown(db, id, included(include) ?? [], locale);
      requireKnown(include);
      return tariff;
    },

    /** A new tariff; it is answered with texts and features unless `include` says less. */
    async create(caller: StaffCaller, input: TariffInput, include: string | undefined): Promise<Tariff> {
      requireKnown(include);
      const { now } = caller;
      const { permissions, archived, translations, ...fields } = input;
      const row: NewTariff = {
        ...fields,
        id: newId(now),
        translations: written(translations),
        archived_at: archived ? now : null,
        created_at: now,
        updated_at: now,
      };
      return db.transaction().execute(async (tx) => {
        await lockUntilCommit(tx, 'tariffs');
        const features = await chosenFeatures(tx, permissions);
        await insertTariff(tx, row);
        await replaceFeatures(tx, row.id, idsOf(features));
        await writeAudit(tx, caller, {
          action: 'tariff.create',
          subject: subjectOf(row),
          changes: auditChanges({}, audited(row, features)),
        });
        return shown(tx, row.id, included(include) ?? everything, caller.locale);
      });
    },

    /** What is left out stays. The last open tariff can't be archived, whoever else archives at the same time. */
    async change(
      caller: StaffCaller,
      id: string,
      input: TariffChanges,
      include: string | undefined,
    ): Promise<Tariff> {
      requireKnown(include);
      return db.transaction().execute(async (tx) => {
        await lockUntilCommit(tx, 'tariffs');
        const before = await tariffById(tx, id, { lock: true });
        if (!before) throw new Refused('not_found');
        const { updated_at, permissions, archived, translations, ...fields } = input;
        const current = await shown(tx, id, everything, caller.locale);
        await refuseStaleOf(tx, before, updated_at, () => current);

        const had = await chosenFeatures(tx, current.permissions?.map((feature) => feature.id) ?? []);
        const features = permissions ? await chosenFeatures(tx, permissions) : had;
        const after: NewTariff = {
          ...before,
          ...fields,
          translations: translations ? written(translations) : before.translations,
          archived_at:
            archived === undefined
              ? before.archived_at
              : archived
                ? (before.archived_at ?? caller.now)
                : null,
          updated_at: nextUpdate(before.updated_at, caller.now),
        };
        const changes = auditChanges(audited(before, had), audited(after, features));
        if (changes.length === 0) return shown(tx, id, included(include) ?? everything, caller.locale);
        const isClosing = after.archived_at !== null && before.archived_at === null;
        if (isClosing && !(await hasOtherOpenTariff(tx, id))) throw new Refused('last_tariff');
        await updateTariff(tx, after);
        await tellClients(tx, before, after, caller.now);
        if (permissions) await replaceFeatures(tx, id, idsOf(features));
        await writeAudit(tx, caller, { action: 'tariff.change', subject: subjectOf(after), changes });
        return shown(tx, id, included(include) ?? everything, caller.locale);
      });
    },

    async requireKnown(id: string): Promise<void> {
      if (!(await tariffById(db, id))) throw new Refused('not_found');
    },

    /**
     * Clients on the tariff that would exceed these limits, by name. Whoever may not read clients gets the number
     * alone.
     */
    async exceeding(
      { actor }: StaffCaller,
      id: string,
      { monthly_turnover_limit, goods_quantity, page = 1, limit = limits.pageSize.default }: ExceedingQuery,
    ): Promise<{ data: ExceedingClient[]; meta: { total: number } }> {
      const wanted = { monthlyTurnover: monthly_turnover_limit ?? null, goods: goods_quantity ?? null };
      const { rows, total } = await exceedingClients(db, id, wanted, { limit, offset: (page - 1) * limit });
      const mayRead = can(actor.permissions, 'clients.read', { write: false }).allowed;
      return { data: mayRead ? rows : [], meta: { total } };
    },

    /** The names of some tariffs, as SQL, in a file of a list that has their ids. */
    namesIn: (ids: RawBuilder<unknown>, { locale }: Pick<Caller, 'locale'>) =>
      tariffNames(ids, locale, defaultLocale),

    /** Whether each of these is a tariff, archived or not. */
    async exist(tx: Kysely<Tables>, ids: readonly string[]): Promise<boolean> {
      const different = [...new Set(ids.map((id) => id.toLowerCase()))];
      return (await countTariffs(tx, different)) === different.length;
    },

    /** Whether new clients can be put on it; it stays so until the caller's transaction ends. */
    async isOpen(tx: Kysely<Tables>, id: string): Promise<boolean> {
      await lockUntilCommit(tx, 'tariffs');
      return (await openTariff(tx, id)) !== undefined;
    },

    /** The open tariffs by all their names, the same until the commit. */
    async openNames(tx: Kysely<Tables>): Promise<{ id: string; names: string[] }[]> {
      await lockUntilCommit(tx, 'tariffs');
      const rows = await openTariffs(tx);
      return rows.map(({ id, translations }) => ({
        id,
        names: Object.values(translations).flatMap((texts) => (texts?.name ? [texts.name] : [])),
      }));
    },

    /** The tariffs that a client may change to, the present one included, with their texts in a language. */
    async choices(locale: Locale, presentId: string): Promise<TariffChoice[]> {
      const rows = await choosableTariffs(db, presentId);
      return rows.map((row) => {
        const text = (part: keyof NonNullable<TariffTexts[Locale]>) =>
          row.translations[locale]?.[part] || row.translations[defaultLocale]?.[part] || '';
        return {
          id: row.id,
          name: text('name'),
          subtitle: text('subtitle'),
          description: text('description'),
          price_month: row.price_month,
          price_year: row.price_year,
          monthly_turnover_limit: row.monthly_turnover_limit,
          goods_quantity: row.goods_quantity,
        };
      });
    },

    /** A tariff's name in a language, else in the default one. */
    async nameOf(tx: Kysely<Tables>, id: string, locale: Locale): Promise<string> {
      const tariff = await tariffById(tx, id);
      return tariff?.translations[locale]?.name || tariff?.translations[defaultLocale]?.name || '';
    },

    /** The feature list, flat or as a tree. */
    async features({
      include,
      asTree,
      ...query
    }: ListQuery): Promise<{ data: Feature[]; meta: { total: number } }> {
      const rows = await allFeatures(db);
      const features = rows.map((row) => presentFeature(row, include.includes('translations')));
      if (asTree) return { data: treeOf(features), meta: { total: features.length } };
      const start = (query.page - 1) * query.limit;
      return { data: features.slice(start, start + query.limit), meta: { total: features.length } };
    },

    /** The tariff of a new client: the chosen default while it is open, else the cheapest. */
    async forNewClient(tx: Kysely<Tables>): Promise<TariffRow> {
      const chosen = await settings.get('default_tariff_id', tx);
      const tariff = (chosen && (await openTariff(tx, chosen))) || (await cheapestTariff(tx));
      if (!tariff) throw new Error('there is no open tariff'); // the last one cannot be archived
      return tariff;
    },

    /**
     * The same for a client whose partner or promo code is limited to these: the chosen default if it is one of them
     * and open, else the cheapest open one of them. Undefined: all of them are archived.
     */
    async amongForNewClient(tx: Kysely<Tables>, ids: readonly string[]): Promise<TariffRow | undefined> {
      const chosen = await settings.get('default_tariff_id', tx);
      if (chosen && ids.includes(chosen)) {
        const tariff = await openTariff(tx, chosen);
        if (tariff) return tariff;
      }
      return cheapestTariff(tx, ids);
    },
  };

  /** New prices are looked at by the lifecycle; whoever is over new limits is flagged and told. */
  async function tellClients(
    tx: Kysely<Tables>,
    before: NewTariff,
    after: NewTariff,
    now: Date,
  ): Promise<void> {
    const differs = (field: keyof NewTariff) => before[field] !== after[field];
    if (differs('price_month') || differs('price_year')) {
      await subscriptions.termsChanged(tx, { tariffId: after.id }, { now, protect: false });
    }
    if (differs('monthly_turnover_limit') || differs('goods_quantity'))
      await usage.limitsChanged(tx, after.id);
  }

  async function shown(
    tx: Kysely<Tables>,
    id: string,
    include: readonly string[],
    locale: Locale,
  ): Promise<Tariff> {
    const [tariff] = await present(tx, await tariffsByIds(tx, [id]), include, locale);
    if (!tariff) throw new Refused('not_found');
    return tariff;
  }

  function subjectOf({ id, translations }: Pick<NewTariff, 'id' | 'translations'>) {
    return { type: 'tariff', id, name: translations[defaultLocale]?.name ?? null };
  }

  async function present(
    tx: Kysely<Tables>,
    rows: CountedTariff[],
    include: readonly string[],
    locale: Locale,
  ): Promise<Tariff[]> {
    const withFeatures = include.includes('permissions');
    const features = withFeatures ? await allFeatures(tx) : [];
    const links = withFeatures
      ? await featuresOf(
          tx,
          rows.map(({ id }) => id),
        )
      : [];
    return rows.map((row) => ({
      id: row.id,
      price_month: row.price_month,
      price_year: row.price_year,
      monthly_turnover_limit: row.monthly_turnover_limit,
      goods_quantity: row.goods_quantity,
      recommended_days: row.recommended_days,
      archived_at: row.archived_at?.toISOString() ?? null,
      name: row.translations[locale]?.name || row.translations[defaultLocale]?.name || '',
      ...(withFeatures && {
        permissions: features
          .filter(({ id }) => links.some((link) => link.tariff_id === row.id && link.feature_id === id))
          .map((feature) => presentFeature(feature, include.includes('translations'))),
      }),
      ...(include.includes('translations') && { translations: row.translations }),
      clients_count: row.clients_count,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }));
  }
}
export type TariffService = ReturnType<typeof createTariffService>;

/** The names in `include`, or undefined without it. */
function included(include: string | undefined): string[] | undefined {
  return include?.split(',').filter((name) => name !== '');
}

function requireKnown(include: string | undefined): void {
  const isKnown = (included(include) ?? []).every((name) => tariffList.include?.includes(name));
  if (!isKnown) throw refusedField('include', 'validation.notAllowed');
}

/** The features of these ids, or a 422. */
async function chosenFeatures(tx: Kysely<Tables>, ids: readonly string[]): Promise<FeatureRow[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const found = (await allFeatures(tx)).filter(({ id }) => wanted.has(id));
  if (found.length < wanted.size) throw refusedField('permissions', 'validation.notAllowed');
  return found;
}

function idsOf(features: readonly FeatureRow[]): string[] {
  return features.map(({ id }) => id);
}

/** A language without any text is one that is missing. */
function written(translations: TariffInput['translations']): TariffTexts {
  return Object.fromEntries(
    Object.entries(translations).filter(
      ([, texts]) => texts && (texts.name || texts.description || texts.subtitle),
    ),
  );
}

/** What an audit entry tells of a tariff: features by key, texts by language. */
function audited(
  { id: _id, created_at: _created, updated_at: _updated, translations, ...fields }: NewTariff,
  features: readonly FeatureRow[],
): Record<string, unknown> {
  const texts = Object.entries(translations).map(([language, text]) => [`translations.${language}`, text]);
  return { ...fields, ...Object.fromEntries(texts), permissions: features.map(({ key }) => key) };
}

function presentFeature({ id, key, parent_id, translations }: FeatureRow, withTexts: boolean): Feature {
  return { id, key, parent_id, ...(withTexts && { translations }) };
}

function treeOf(features: readonly Feature[], parent: string | null = null): Feature[] {
  return features
    .filter(({ parent_id }) => parent_id === parent)
    .map((feature) => ({ ...feature, children: treeOf(features, feature.id) }));
}
