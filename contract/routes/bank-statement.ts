import { bankStatement, bankStatementList } from '../entities/bank-statement.ts';
import { dataOf, listOf } from '../http/answers.ts';
import { route, staff } from '../http/route.ts';
import { statementChecked, statementDone, statementInput, statementLimits } from '../money/bank-statement.ts';

/** Files of banks: prefix `admin/bank-statements` (GROWTH section 16). */
export const bankStatementApi = {
  bankStatements: route({
    method: 'GET',
    path: '/admin/bank-statements',
    access: staff('payments.read'),
    summary: 'Imported files of banks, newest first',
    list: bankStatementList,
    answer: listOf(bankStatement),
  }),
  checkBankStatement: route({
    method: 'POST',
    path: '/admin/bank-statements/check',
    access: staff('payments.write'),
    summary:
      'What a file would import, and how much of it has a client; 422 names line and field as lines.N.FIELD; nothing is written',
    bodyBytes: statementLimits.bodyBytes,
    body: statementInput,
    answer: dataOf(statementChecked),
    errors: ['busy'],
  }),
  importBankStatement: route({
    method: 'POST',
    path: '/admin/bank-statements',
    access: staff('payments.write'),
    summary: 'Import a file: its new incoming lines become payments that wait for their client',
    bodyBytes: statementLimits.bodyBytes,
    idempotent: true,
    body: statementInput,
    answer: dataOf(statementDone),
    status: 201,
    errors: ['busy', 'idempotency_mismatch'],
  }),
};
