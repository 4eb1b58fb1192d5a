import type * as z from 'zod';
import type { ListSpec } from '#contract/kernel/list-query.ts';
import type { BulkCode } from '#contract/panel/bulk.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import type { AuditChange, Db } from '#server/db/tables.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import type { Listing } from '#server/lists/list-reply.ts';

/** What an act would do to a row, or why it can't. */
export type Verdict =
  | { code: BulkCode }
  | { code: null; changes: AuditChange[]; money?: { charge: number; refund: number } };

/** The part of a row's state that an act or its undo is about, as plain JSON. */
export type RowState = Readonly<Record<string, unknown>>;

export interface ActUndo<Input> {
  id: string;
  input: Input;
  before: RowState;
  after: RowState;
}

/** An act that can be done to many rows: a rule, which the dry run and the run both ask, and a use for one row. */
export interface BulkAct<Input> {
  needs: Permission;
  schema: z.ZodType<Input>;
  /** Takes the locks that come before the row's own. */
  locks?(tx: Db): Promise<void>;
  /** Refuses an input that is meant for no row at all; the refusal names its field. */
  check?(db: Db, input: Input): Promise<void>;
  /** The verdict on each row by its id; one without any is unknown. */
  judge(db: Db, ids: readonly string[], asked: { input: Input; now: Date }): Promise<Map<string, Verdict>>;
  /** Does it to one row, in the transaction. */
  apply(tx: Db, caller: StaffCaller, id: string, input: Input): Promise<void>;
  /** Takes it back; an act without can't be undone. */
  undo?(tx: Db, caller: StaffCaller, undone: ActUndo<Input>): Promise<void>;
}

/** A noun whose rows can be acted on together: by data, so that any list can have it. */
export interface BulkNoun {
  name: string;
  spec: ListSpec;
  source: Listing<unknown>['source'];
  names(db: Db, ids: readonly string[]): Promise<Map<string, string>>;
  /** The states by which an undo knows that somebody changed a row since, locked; unknown rows have none. */
  statesOf(tx: Db, ids: readonly string[]): Promise<Map<string, RowState>>;
  acts: Readonly<Record<string, BulkAct<unknown>>>;
}

/** Declares an act with its input's type checked. Its own schema reads the input before anything else sees it. */
export function bulkAct<Input>(act: BulkAct<Input>): BulkAct<unknown> {
  return act as BulkAct<unknown>;
}
