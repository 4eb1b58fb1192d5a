import { type Client, client } from '#contract/entities/client.ts';
import type { OwnValues } from '#contract/client-fields/own-values.ts';
import type { ShownTag } from '#contract/entities/tag.ts';
import type { ClientRow } from '#server/db/tables.ts';
import { calendarDaysBetween } from '#server/kernel/periods.ts';

/** What a row's fields need beyond the row itself. */
interface Around {
  now: Date;
  timeZone: string;
  currency: string;
  urlOf(domain: string | null): string | null;
}

/** Fields of a client that are not a column of the same name (contract/entities/client.ts). */
const computed = [
  ...(['manager', 'cabinet_url', 'tariff_name', 'next_tariff', 'trialEnds', 'remaining_days'] as const),
  'tags',
  'custom',
  'deleted_by',
  ...(['recommended_amount', 'currency', 'blocked_by_hand', 'last_top_up'] as const),
] satisfies (keyof Client)[];
type ComputedField = (typeof computed)[number];

/** All others are columns. A field that is neither does not compile. */
type OwnField = Exclude<keyof Client, ComputedField>;
const ownFields: readonly (OwnField & keyof ClientRow)[] = Object.keys(client.shape).filter(isOwn);

function isOwn(field: string): field is OwnField {
  return !computed.some((one) => one === field);
}

/** The columns that a list reads. Each one costs time in every row of every page. */
export const listedColumns = [
  ...ownFields,
  ...(['blocked_from', 'trial_ends', 'next_tariff_id', 'next_billing_period'] as const),
  ...(['last_top_up_at', 'last_top_up_amount'] as const),
];

export type ListedClient = Pick<ClientRow, (typeof listedColumns)[number]> & {
  tariff_name: string;
  next_tariff_name: string | null;
  recommended_amount: number;
  manager_name: string | null;
  tags: ShownTag[];
  custom: OwnValues;
  deleted_by: { id: string; name: string } | null;
};

/** A row of the list as it is answered (API.md, "Common shapes"). */
export function toClient(row: ListedClient, { now, timeZone, currency, urlOf }: Around): Client {
  const own = Object.fromEntries(ownFields.map((field) => [field, onWire(row[field])])) as Own; // exactly one entry for each field
  const { manager_id, manager_name, next_tariff_id, next_billing_period, trial_ends } = row;
  const { last_top_up_at, last_top_up_amount } = row;
  const others: Pick<Client, ComputedField> = {
    manager: manager_id && manager_name !== null ? { id: manager_id, name: manager_name } : null,
    cabinet_url: urlOf(row.domain),
    tariff_name: row.tariff_name,
    tags: row.tags,
    custom: row.custom,
    deleted_by: row.deleted_by,
    next_tariff:
      next_tariff_id && next_billing_period
        ? { id: next_tariff_id, name: row.next_tariff_name ?? '', billing_period: next_billing_period }
        : null,
    trialEnds: trial_ends?.toISOString() ?? null,
    remaining_days: trial_ends && Math.max(0, calendarDaysBetween(now, trial_ends, timeZone)),
    recommended_amount: row.recommended_amount,
    currency,
    blocked_by_hand: row.blocked_from !== null,
    last_top_up:
      last_top_up_at && last_top_up_amount !== null
        ? { amount: last_top_up_amount, created_at: last_top_up_at.toISOString() }
        : null,
  };
  return { ...own, ...others };
}

type OnWire<Value> = Value extends Date ? string : Value;
type Own = { [Field in OwnField]: OnWire<ClientRow[Field]> };

function onWire<Value>(value: Value): OnWire<Value> {
  return (value instanceof Date ? value.toISOString() : value) as OnWire<Value>; // typed by the line above
}
