import { type BankStatement, bankStatementEntity } from '#contract/entities/bank-statement.ts';
import { bankStatementApi as api } from '#contract/routes/bank-statement.ts';
import type { Db } from '#server/db/tables.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import { type ListDeps, type Listing, onList } from '#server/lists/list-reply.ts';
import { checkStatement, importStatement, type StatementDeps } from './import-statement.ts';
import { statementsByIds, statementSource, type StatementWithAuthor } from './statement-store.ts';

/** `admin/bank-statements` (GROWTH section 16). */
export function statementRoutes(deps: StatementDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.bankStatements, statementListing(deps), deps.lists),
    onStaff(api.checkBankStatement, async ({ caller, body }) => ({
      data: await checkStatement(deps, caller.now, body),
    })),
    onStaff(api.importBankStatement, async ({ caller, body, once: key }) => ({
      data: await importStatement(deps, caller, { ...body, key }),
    })),
  ];
}

/** Imported statements as a list. */
export function statementListing({ db, currency }: { db: Db; currency: string }): Listing<BankStatement> {
  return {
    name: 'bank_statements',
    source: () => statementSource,
    rows: async (_caller, ids) =>
      inOrderOf(ids, await statementsByIds(db, ids)).map((row) => toStatement(row, currency)),
    csv: fileColumnsOf(bankStatementEntity, {}),
  };
}

function toStatement(row: StatementWithAuthor, currency: string): BankStatement {
  const { created_by: author, created_by_name } = row;
  const { id, name, format, account, lines, outgoing, total } = row;
  return {
    id,
    name,
    format,
    account,
    lines,
    outgoing,
    total,
    currency,
    created_by_name,
    from: row.first_day,
    to: row.last_day,
    new: row.new_lines,
    known: row.known_lines,
    foreign: row.foreign_lines,
    created_by:
      author === null
        ? null
        : {
            id: author,
            name: created_by_name ?? '',
          },
    created_at: row.created_at.toISOString(),
  };
}
