import { sql } from 'kysely';
import { systemClock } from '#server/kernel/clock.ts';
import { type StaffCaller, systemCaller } from '#server/kernel/caller.ts';
import { checkStatement, importStatement } from '#server/bank-statements/import-statement.ts';
import { matchCertain } from '#server/payments/matching/match-certain.ts';
import { certainPayments } from '#server/payments/suggestions/certain-payments.ts';
import { linesWaitingFor } from '#server/payments/matching/read-bank-lines.ts';
import type { Platform } from '#server/platform.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { ourAccount, privatbankFile } from '#tests/support/money/statements.ts';
import { emptyInstallation, insertCashier, timed } from './charge-run.ts';
import type { Figure } from './figure.ts';
import { fillClients } from './support/million-clients.ts';

const many = 10_000;
/** The first of these lines pay a proforma each; the others name nobody. */
const documented = 2000;
const namesNobody = 'За послуги доступу';

/** A bank statement of 10,000 lines among 10,000 clients: checked, imported with its suggestions, 200 lines booked. */
export async function* bankStatement(): AsyncGenerator<Figure> {
  await using installation = await emptyInstallation();
  const { platform } = installation;
  await fillClients(platform.db, many);
  const numbers = await issueProformas(platform);
  const actor = await insertCashier(platform);
  const caller: StaffCaller = { ...systemCaller(systemClock.now(), 'uk'), actor };
  const date = systemClock.now().toISOString().slice(0, 10).split('-').toReversed().join('.');
  const file = privatbankFile(
    Array.from({ length: many }, (_, index) => ({
      date,
      amount: '100.00',
      purpose: numbers[index] ? `Оплата за рахунком ${numbers[index]}` : namesNobody,
      name: `ТОВ ПЛАТНИК ${index}`,
      code: String(30_000_000 + index),
      reference: String(index),
    })),
  );

  const input = { ...file, account: ourAccount };
  const checked = await timed(() => checkStatement(platform, caller.now, input));
  if (checked.result.new !== many) throw new Error(`${checked.result.new} lines are new instead of ${many}`);
  yield { what: 'a statement of 10,000 lines, checked', samples: [checked.ms], unit: 'ms' };

  const imported = await timed(() => importStatement(platform, caller, { ...input, key: null }));
  if (imported.result.certain !== documented) throw new Error(`${imported.result.certain} lines are certain`);
  yield {
    what: 'the same, imported with suggestions for each line',
    samples: [imported.ms],
    unit: 'ms',
    goal: 10_000,
  };

  const again = await timed(() => importStatement(platform, caller, { ...input, key: null }));
  if (again.result.new !== 0) throw new Error('a second import wrote lines');
  yield { what: 'the same file again, which brings nothing', samples: [again.ms], unit: 'ms' };

  yield { what: 'what of 10,000 waiting lines may be one client’s', ...(await askedForClients(platform)) };

  await leaveLines(platform);
  const sought = await timed(() => certainPayments(platform, platform.db));
  if (sought.result.length !== documented) throw new Error(`${sought.result.length} lines are certain`);
  yield { what: 'which of 100,000 waiting lines are certain', samples: [sought.ms], unit: 'ms', goal: 3000 };

  const booked = await timed(() => matchCertain(platform, caller, {}));
  if (booked.result.matched !== 200) throw new Error(`${booked.result.matched} lines were booked`);
  yield { what: '200 certain lines credited with their receipts', samples: [booked.ms], unit: 'ms' };
}

/** What opening a client's page asks for, of clients with a line that waits and without. */
async function askedForClients(platform: Platform): Promise<Pick<Figure, 'samples' | 'unit' | 'goal'>> {
  const samples: number[] = [];
  const clients = await platform.db.selectFrom('clients').select('id').limit(20).offset(1990).execute();
  for (const { id } of clients) samples.push((await timed(() => linesWaitingFor(platform, id))).ms);
  return { samples, unit: 'ms', goal: 50 };
}

/** 90,000 more lines that name nobody, with an amount that is due: what years of a bank leave. */
async function leaveLines({ db }: Platform): Promise<void> {
  await sql`insert into payments
    select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'left ' || n || p.id))).*
    from payments p, generate_series(1, 12) n
    where p.status = 'unmatched' and p.purpose = ${namesNobody} limit 90000`.execute(db);
  await sql`analyze payments`.execute(db);
}

async function issueProformas(platform: Platform): Promise<string[]> {
  const clients = await platform.db
    .selectFrom('clients')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(documented)
    .execute();
  const numbers: string[] = [];
  for (const { id } of clients)
    numbers.push((await openProforma({ clock: systemClock, platform }, id, { amount: 10_000 })).number);
  return numbers;
}
