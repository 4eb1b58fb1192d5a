import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SettingValue } from '#contract/company/settings.ts';
import { localDay } from '#server/kernel/periods.ts';
import { ukrainian } from '../names/ukrainian.ts';
import type { OpenProforma } from '../proformas.ts';
import type { Random } from '../random.ts';

interface Line {
  code: string;
  account: string;
  name: string;
  /** Minor units; negative for what the company paid. */
  amount: number;
  purpose: string;
}

interface Options {
  random: Random;
  now: Date;
  timeZone: string;
  dataDir: string;
  company: SettingValue<'company_details'>;
  currency: string;
}

/**
 * Writes a statement of PrivatBank to import, without marks around cells as the bank does: payments of open proformas in the spellings that payers choose, one
 * without a number, one of nobody, and a fee of the bank. Answers where it is.
 */
export async function writeStatement(
  open: readonly OpenProforma[],
  { random, now, timeZone, dataDir, company, currency }: Options,
): Promise<string> {
  const [year, month, date] = localDay(now, timeZone).split('-');
  const today = `${date}.${month}.${year}`;
  const rows = linesOf(open, random).map((line, index) =>
    [
      company.code,
      company.mfo,
      company.account,
      currency,
      4400 + index,
      today,
      line.account.slice(4, 10),
      'АТ "БАНК"',
      line.account,
      line.code,
      line.name,
      (line.amount / 100).toFixed(2),
      line.purpose,
      '',
    ].join(';'),
  );
  const file = path.join(dataDir, 'demo-statement.csv');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, `${[header, ...rows].join('\r\n')}\r\n`);
  return file;
}

const header =
  'ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операцiї;МФО банку;Назва банку;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;';

function linesOf(open: readonly OpenProforma[], random: Random): Line[] {
  // Money for who has no data any more is never certain.
  const running = open.filter(({ client }) => client.status !== 'archived');
  const paid = running.slice(-spellings.length - 2).map(({ client, content }, index): Line => {
    const spelled = spellings[index];
    return {
      code: content.buyer.code ?? random.digits(8),
      account: content.buyer.account ?? ukrainian.bankAccount(random).account,
      name: content.buyer.name.toUpperCase(),
      amount: index === 1 ? content.total / 2 : content.total,
      purpose: spelled ? spelled(content.number) : `Послуги доступу, ${client.domain ?? ''}`,
    };
  });
  return [
    ...paid,
    {
      code: random.digits(8),
      account: ukrainian.bankAccount(random).account,
      name: 'ТОВ "НЕВІДОМИЙ ПЛАТНИК"',
      amount: 75_000,
      purpose: 'За послуги',
    },
    {
      code: '00000000',
      account: ukrainian.bankAccount(random).account,
      name: 'АТ "ДНІПРО БАНК"',
      amount: -12_000,
      purpose: 'Комісія за обслуговування рахунку',
    },
  ];
}

/** How payers write a number. The second pays half. */
const spellings: ((number: string) => string)[] = [
  (number) => `Оплата рахунку ${number}. Без ПДВ`,
  (number) => `Часткова оплата рах. № ${number}`,
  (number) => `Сплата за рах ${number.replaceAll('-', ' ')} без ПДВ`,
  (number) => `зг. рах. ${number.toLowerCase()}`,
  (number) => `За доступ до програми, рахунок №${number.replaceAll('-', '')}`,
];
