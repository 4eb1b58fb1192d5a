import { sql } from 'kysely';
import { issueDueDocuments } from '#server/documents/month-end/month-end.ts';
import type { DocumentContent } from '#server/documents/paper/document-content.ts';
import { paperPdf } from '#server/documents/paper/paper-pdf.ts';
import { localDay, startOfDay } from '#server/kernel/periods.ts';
import { previousMonth } from '#contract/money/month.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Db } from '#server/db/tables.ts';
import { emptyInstallation, timed } from './charge-run.ts';
import type { Figure } from './figure.ts';
import { fillClients } from './support/million-clients.ts';

const many = 10_000;

/** The end of a month for 10,000 clients with two charges each, and a document as a PDF on demand. */
export async function* documents(): AsyncGenerator<Figure> {
  await using installation = await emptyInstallation();
  const { platform } = installation;
  const { db, timeZone } = platform;
  const now = systemClock.now();
  const month = previousMonth(localDay(now, timeZone));
  await fillCharges(db, startOfDay(`${month}-10`, timeZone), `${previousMonth(`${month}-01`)}-01`);
  const end = await timed(() => issueDueDocuments(platform, { now, billedUntil: now }));
  if (end.result !== many) throw new Error(`${end.result} documents instead of ${many}`);
  yield {
    what: 'end of a month, 10,000 documents with their emails',
    samples: [end.ms],
    unit: 'ms',
    goal: 60_000,
  };

  const again = await timed(() => issueDueDocuments(platform, { now, billedUntil: now }));
  if (again.result !== 0) throw new Error('a second run made documents');
  yield { what: 'a second run right after, which makes nothing', samples: [again.ms], unit: 'ms' };

  const rows = await db.selectFrom('documents').select('content').limit(21).execute();
  const samples: number[] = [];
  // The first loads the library and its fonts.
  for (const { content } of rows) {
    samples.push((await timed(() => paperPdf(content as DocumentContent))).ms); // written by this very code
  }
  yield { what: 'a document as a PDF, the first one', samples: samples.slice(0, 1), unit: 'ms' };
  yield { what: 'a document as a PDF', samples: samples.slice(1), unit: 'ms', goal: 300 };
}

async function fillCharges(db: Db, at: Date, documented: string): Promise<void> {
  await fillClients(db, many);
  await db.connection().execute(async (session) => {
    // The guards of wallets would not let a whole ledger be replaced.
    await sql`set session_replication_role = replica`.execute(session);
    await sql`delete from ledger_entries`.execute(session);
    await sql`
      insert into ledger_entries (id, client_id, kind, amount, balance_after, period_start, period_end, tariff_id,
        created_at, value_date)
      select gen_random_uuid(), id, 'charge', -10000, -10000 * part, ${at}::timestamptz + part * interval '1 day',
        ${at}::timestamptz + interval '30 days',
        tariff_id, ${at}, ${at}::date from clients, generate_series(1, 2) as part`.execute(session);
    await sql`update clients set deleted_at = null`.execute(session);
    await sql`insert into documented_months values (${documented}::date, ${at})`.execute(session);
    await sql`
      insert into settings (id, key, value, updated_at) values (gen_random_uuid(), 'company_details',
        '{"name":"ТОВ «Каса»","code":"1","vat_number":"","bank":"","account":"","address":""}', ${at})`.execute(
      session,
    );
    await sql`reset session_replication_role`.execute(session);
    await sql`vacuum analyze`.execute(session);
  });
}
