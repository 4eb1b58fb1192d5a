import { type BankLine, bankLineEntity, bankLineList } from '#contract/entities/bank-line.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';
import { columnsOf } from '#web/ui/admin/resource/entity-fields.ts';

/** Lines of bank statements and whose money they are (GROWTH section 16, "Bank statements"). */
export const bankLineResource = defineResource<BankLine>({
  name: 'bank_lines',
  path: 'money/inbox',
  spec: bankLineList,
  routes: { list: matchingApi.bankLines },
  screens: { list: () => import('#web/resources/bank-statements/inbox/inbox.tsx') },
  columns: columnsOf<BankLine>(bankLineEntity, [
    { field: 'value_date', shown: true },
    { field: 'amount', shown: true },
    { field: 'payer_name', shown: true },
    { field: 'purpose', shown: true },
    { field: 'status' },
  ]),
  filters: [{ field: 'status' }],
});
