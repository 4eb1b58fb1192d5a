import { type Filter, printListQuery } from '#contract/kernel/list-query.ts';
import { bankStatementApi } from '#contract/routes/bank-statement.ts';
import { inboxPath } from '#web/resources/matching/inbox-key.ts';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';

export const importPath = '/admin-panel/money/statements/import';

/** The money of one file that waits. */
export function inboxOf(statementId: string): string {
  const filters: Filter[] = [{ field: 'statement_id', op: 'eq', value: statementId }];
  return `${inboxPath}?${printListQuery({ filters })}`;
}

/** The list's first button. */
export function StatementLinks() {
  return <ImportLink primary />;
}

/** A link to the import of a file. */
export function ImportLink({ primary = false }: { primary?: boolean }) {
  return (
    <WriteLink
      to={importPath}
      needs={bankStatementApi.importBankStatement}
      label="bank_statements.import.go"
      primary={primary}
    />
  );
}
