import {
  type BankStatement,
  bankStatementEntity,
  bankStatementList,
} from '#contract/entities/bank-statement.ts';
import { bankStatementApi } from '#contract/routes/bank-statement.ts';
import { StatementLinks } from '#web/resources/bank-statements/statement-links.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';
import { columnsOf } from '#web/ui/admin/resource/entity-fields.ts';

/** Files of banks that were imported (GROWTH section 16, "Bank statements"). */
export const bankStatementResource = defineResource<BankStatement>({
  name: 'bank_statements',
  path: 'money/statements',
  spec: bankStatementList,
  routes: { list: bankStatementApi.bankStatements },
  pages: [
    {
      name: 'import-statement',
      path: 'money/statements/import',
      title: 'bank_statements.import.title',
      needs: [bankStatementApi.importBankStatement],
      screen: () => import('#web/resources/bank-statements/import/statement-import.tsx'),
      isAction: true,
    },
  ],
  list: { actions: StatementLinks },
  csv: true,
  columns: columnsOf<BankStatement>(bankStatementEntity, [
    { field: 'name', shown: true },
    { field: 'created_at', shown: true },
    { field: 'account', shown: true },
    { field: 'from', shown: true },
    { field: 'to', shown: true },
    { field: 'lines', shown: true },
    { field: 'new', shown: true },
    {
      field: 'total',
      shown: true,
      cell: ({ total, currency }) => <Money minorUnits={total} currency={currency} />,
    },
    { field: 'known' },
    { field: 'outgoing' },
    { field: 'foreign' },
    { field: 'format' },
    { field: 'created_by_name' },
  ]),
  filters: [
    { field: 'name' },
    { field: 'format' },
    { field: 'account', often: true },
    { field: 'created_by_name' },
    { field: 'new' },
    { field: 'total' },
    { field: 'created_at', often: true, last: true },
  ],
});
