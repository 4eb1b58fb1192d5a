import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { countTariffs } from '#server/tariffs/tariff-store.ts';
import type { CodeRow, codeStore, Counted } from './code-store.ts';

/**
 * Partners and promo codes have in common: a unique code, an optional limit to tariffs, and that a deleted one stays
 * with its clients while its code becomes free.
 */
export interface CodeKind<Row extends CodeRow, Answer, Fields extends object> {
  store: ReturnType<typeof codeStore<Row>>;
  /** Its name and its subject in the audit log. */
  noun: 'partner' | 'promo_code';
  name(row: Row): string;
  /** The columns that staff change; null in a new row unless they are sent. */
  editable: readonly (keyof Row & string)[];
  /** The sent fields as columns; refuses combinations that the schema alone can't see. */
  columns(fields: Partial<Fields>, before: Row | undefined): Partial<Row>;
  toAnswer(row: Counted<Row>, now: Date): Answer;
}

/** The sent fields, with those that both kinds have. */
type Sent<Fields> = Fields & { tariff_ids?: string[] | null | undefined; updated_at?: string | undefined };

interface CodeDeps {
  db: Db;
}

/** Reads one that is not deleted. */
export async function readCode<Row extends CodeRow, Answer, Fields extends object>(
  { db }: CodeDeps,
  { store, toAnswer }: CodeKind<Row, Answer, Fields>,
  { now }: Caller,
  id: string,
): Promise<Answer> {
  return toAnswer(required(await store.byId(db, id)), now);
}

/** Creates one. */
export function createCode<Row extends CodeRow, Answer, Fields extends object>(
  { db }: CodeDeps,
  kind: CodeKind<Row, Answer, Fields>,
  caller: Caller,
  { tariff_ids, ...fields }: Sent<Fields>,
): Promise<Answer> {
  const { now } = caller;
  return writing(db, caller, async (tx) => {
    const row = {
      ...Object.fromEntries(kind.editable.map((column) => [column, null])),
      ...kind.columns(fields as Fields, undefined),
      tariff_ids: await limitedTo(tx, tariff_ids ?? null),
      id: newId(now),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    } as unknown as Row; // the contract requires what may not be null
    await kind.store.insert(tx, row);
    const changes = auditChanges({}, editableOf(kind, row));
    await writeAudit(tx, caller, { ...entryOf(kind, row, 'create'), changes });
    return kind.toAnswer({ ...row, clients_count: 0 }, now);
  });
}

/** Changes one; fields that were not sent stay. */
export function changeCode<Row extends CodeRow, Answer, Fields extends object>(
  { db }: CodeDeps,
  kind: CodeKind<Row, Answer, Fields>,
  caller: Caller,
  { id, sent: { updated_at, tariff_ids, ...fields } }: { id: string; sent: Sent<Partial<Fields>> },
): Promise<Answer> {
  return writing(db, caller, async (tx) => {
    const before = required(await kind.store.byId(tx, id, { lock: true }));
    const after = await changeRow(tx, caller, {
      before,
      sent: updated_at,
      current: () => kind.toAnswer(before, caller.now),
      merge: async () => ({
        ...before,
        ...kind.columns(fields as Partial<Fields>, before),
        ...(tariff_ids !== undefined && { tariff_ids: await limitedTo(tx, tariff_ids) }),
      }),
      audited: (row) => editableOf(kind, row),
      write: (row) => kind.store.update(tx, id, { ...editableOf(kind, row), updated_at: row.updated_at }),
      entry: (row) => entryOf(kind, row, 'change'),
    });
    return kind.toAnswer(after, caller.now);
  });
}

/** Deletes one softly. */
export async function removeCode<Row extends CodeRow, Fields extends object>(
  { db }: CodeDeps,
  kind: CodeKind<Row, unknown, Fields>,
  caller: Caller,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = required(await kind.store.byId(tx, id, { lock: true }));
    await kind.store.remove(tx, id, caller.now);
    await writeAudit(tx, caller, entryOf(kind, row, 'delete'));
  });
}

/** Removes repeated ids; an unknown tariff is a 422. */
async function limitedTo(tx: Db, ids: readonly string[] | null): Promise<string[] | null> {
  if (ids === null) return null;
  const different = [...new Set(ids.map((id) => id.toLowerCase()))];
  if ((await countTariffs(tx, different)) < different.length) {
    throw fieldError('tariff_ids', 'validation.notAllowed');
  }
  return different;
}

/** A code that another row has is a 422 at `code`, whichever of two writes came first. */
async function writing<Answer>(db: Db, caller: Caller, write: (tx: Db) => Promise<Answer>): Promise<Answer> {
  try {
    return await answered(db, caller, write);
  } catch (error) {
    throw isUniqueViolation(error) ? fieldError('code', 'validation.codeTaken') : error;
  }
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError('not_found');
  return row;
}

function editableOf<Row extends CodeRow>(
  { editable }: Pick<CodeKind<Row, unknown, never>, 'editable'>,
  row: Row,
): Partial<Row> {
  return Object.fromEntries(editable.map((column) => [column, row[column]])) as Partial<Row>; // a subset of its columns
}

function entryOf<Row extends CodeRow>(
  { noun, name }: Pick<CodeKind<Row, unknown, never>, 'noun' | 'name'>,
  row: Row,
  action: 'create' | 'change' | 'delete',
) {
  return { action: `${noun}.${action}`, subject: { type: noun, id: row.id, name: name(row) } };
}
