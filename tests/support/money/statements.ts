import { readFileSync } from 'node:fs';

/** A sample of `docs/samples`, as it is sent. */
export function sampleStatement(name: string): { name: string; content: string } {
  return {
    name,
    content: readFileSync(new URL(`../../../docs/samples/${name}`, import.meta.url)).toString('base64'),
  };
}

export interface BankLine {
  date?: string;
  amount?: string;
  purpose?: string;
  name?: string;
  code?: string;
  account?: string;
  reference?: string;
  currency?: string;
}

export const ourAccount = 'UA213223130000026007233566001';

let references = 0;

/** A file as PrivatBank writes it, with these lines. */
export function privatbankFile(
  lines: readonly BankLine[],
  { account = ourAccount } = {},
): { name: string; content: string } {
  const head =
    'ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операції;МФО банку;Назва банку;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;';
  const rows = lines.map((line) => {
    references += 1;
    const { date = '10.03.2026', amount = '100.00', currency = 'UAH', purpose = '', name = '' } = line;
    const { code = '', account: payer = '', reference = `R${references}` } = line;
    return `12345678;305299;${account};${currency};${reference};${date};305299;Bank;${payer};${code};${name};${amount};${purpose};`;
  });
  return { name: 'privat.csv', content: Buffer.from([head, ...rows, ''].join('\n')).toString('base64') };
}
