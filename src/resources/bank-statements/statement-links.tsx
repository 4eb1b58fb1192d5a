import { bankStatementApi } from '#contract/routes/bank-statement.ts';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';

export const importPath = '/admin-panel/money/statements/import';
export const inboxPath = '/admin-panel/money/inbox';

/** A link to the import of a file. */
export function StatementLinks() {
  return (
    <WriteLink
      to={importPath}
      needs={bankStatementApi.importBankStatement}
      label="bank_statements.import.go"
      primary
    />
  );
}
