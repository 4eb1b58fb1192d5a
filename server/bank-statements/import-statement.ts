import { setImmediate as othersFirst } from 'node:timers/promises';
import type {
  StatementChecked,
  StatementDone,
  StatementInput,
  StatementSummary,
} from '#contract/money/bank-statement.ts';
import { statementLimits } from '#contract/money/bank-statement.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { Db } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { certainPayments } from '#server/payments/suggestions/certain-payments.ts';
import { expectedMatches } from '#server/payments/suggestions/suggest-for-payments.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { refuseComingDays } from './coming-days.ts';
import { fingerprints, type OwnLine } from './fingerprint.ts';
import { readStatement } from './formats/read-statement.ts';
import type { StatementRead } from './formats/statement-line.ts';
import { withOwnAccount } from './own-account.ts';
import {
  countStatement,
  insertLines,
  insertStatement,
  knownFingerprints,
  mappingOf,
  statementAccounts,
  storeMapping,
} from './statement-store.ts';

export interface StatementDeps {
  db: Db;
  settings: Pick<SettingsService, 'get'>;
  /** The installation's currency. */
  currency: string;
}

/** PostgreSQL takes 65,535 values in one statement. */
const atOnce = 1000;

/** What a file would bring. Writes nothing: neither its lines nor how a CSV was read. */
export async function checkStatement(
  deps: StatementDeps,
  now: Date,
  input: StatementInput,
): Promise<StatementChecked> {
  const read = await readFile(deps, now, input);
  const known = await knownFingerprints(
    deps.db,
    read.incoming.map(({ fingerprint }) => fingerprint),
  );
  const fresh = read.incoming.filter(({ fingerprint }) => !known.has(fingerprint));
  const lines = linesOf(deps, fresh, { statement_id: newId(now), created_by: null, now });
  return { ...summary(deps, read, fresh), ...(await expectedMatches(deps, deps.db, lines)) };
}

/**
 * Writes the new incoming lines of a file as payments that wait for their client, and how a CSV was read. A line that
 * is there already, from this file or another one, counts as known.
 *
 * @throws AppError 422 at `content`, `mapping…`, `account` or `lines.N.FIELD`
 */
export async function importStatement(
  deps: StatementDeps,
  caller: StaffCaller,
  { key, ...input }: StatementInput & { key: IdempotencyKey | null },
): Promise<StatementDone> {
  const read = await readFile(deps, caller.now, input);
  return answered(deps.db, caller, (tx) =>
    once(tx, key, caller.now, async () => {
      const { now } = caller;
      const id = newId(now);
      await insertStatement(tx, statementRow(deps, read, { id, name: input.name, caller }));
      const fresh = await insertFresh(deps, tx, read, { id, caller });
      const told = summary(deps, read, fresh);
      const { new: new_lines, known: known_lines, foreign: foreign_lines, total } = told;
      await countStatement(tx, id, { new_lines, known_lines, foreign_lines, total });
      const { headings } = read;
      if (input.mapping && headings !== null) {
        await storeMapping(tx, { headings, mapping: input.mapping, now });
      }
      await writeAudit(tx, caller, {
        action: 'bank_statement.import',
        subject: { type: 'bank_statement', id, name: input.name },
        changes: auditChanges({}, told),
      });
      const certain = await certainPayments(deps, tx, { statementId: id });
      return { id, ...told, certain: certain.length };
    }),
  );
}

interface Incoming {
  line: OwnLine;
  fingerprint: string;
}

interface ReadFile extends Pick<StatementRead, 'format'> {
  account: string;
  lines: OwnLine[];
  incoming: Incoming[];
  headings: string | null;
}

async function readFile(
  { db, settings, currency }: StatementDeps,
  now: Date,
  { content, mapping, account }: StatementInput,
): Promise<ReadFile> {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > statementLimits.fileBytes) throw fieldError('content', 'validation.statementTooLarge');
  const { format, lines, headings } = await readStatement(bytes, {
    mapping,
    remembered: (hash) => mappingOf(db, hash),
    currency,
    pause: () => othersFirst(),
  });
  refuseComingDays(lines, now);
  const own = withOwnAccount(lines, {
    said: account ?? null,
    company: (await settings.get('company_details')).account,
    earlier: await statementAccounts(db),
  });
  const money = own.filter(({ direction }) => direction === 'in');
  const told = fingerprints(money);
  const incoming = money.map((line, place) => ({ line, fingerprint: told[place] ?? '' }));
  return { format, account: own[0]?.account ?? '', lines: own, incoming, headings };
}

async function insertFresh(
  deps: StatementDeps,
  tx: Db,
  { incoming }: ReadFile,
  { id: statement_id, caller: { actor, now } }: { id: string; caller: StaffCaller },
): Promise<Incoming[]> {
  const fresh: Incoming[] = [];
  for (let start = 0; start < incoming.length; start += atOnce) {
    const some = incoming.slice(start, start + atOnce);
    const rows = linesOf(deps, some, { statement_id, created_by: actor.id, now });
    const written = await insertLines(tx, rows);
    fresh.push(...some.filter((_, place) => written.has(rows[place]?.id ?? '')));
  }
  return fresh;
}

/** Incoming lines as payments that wait for their client. */
function linesOf(
  { currency }: StatementDeps,
  incoming: readonly Incoming[],
  { statement_id, created_by, now }: { statement_id: string; created_by: string | null; now: Date },
) {
  return incoming.map(({ line, fingerprint }) => ({
    id: newId(now),
    status: 'unmatched' as const,
    method: 'bank' as const,
    amount: line.amount,
    currency: line.currency === currency ? null : line.currency,
    value_date: line.date,
    payer_name: line.name,
    payer_code: line.code,
    payer_account: line.payerAccount,
    purpose: line.purpose,
    statement_id,
    external_id: fingerprint,
    created_by,
    created_at: now,
    updated_at: now,
  }));
}

function statementRow(
  deps: StatementDeps,
  read: ReadFile,
  { id, name, caller }: { id: string; name: string; caller: StaffCaller },
) {
  const { format, account, from, to, lines, outgoing } = summary(deps, read, []);
  return {
    id,
    name,
    format,
    account,
    first_day: from,
    last_day: to,
    lines,
    new_lines: 0,
    known_lines: 0,
    outgoing,
    foreign_lines: 0,
    total: 0,
    created_by: caller.actor.id,
    created_at: caller.now,
  };
}

function summary(
  { currency }: StatementDeps,
  { format, account, lines, incoming }: ReadFile,
  fresh: readonly Incoming[],
): StatementSummary {
  const days = lines.map(({ date }) => date).toSorted();
  const own = fresh.filter(({ line }) => line.currency === currency);
  return {
    format,
    account,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    lines: lines.length,
    new: fresh.length,
    known: incoming.length - fresh.length,
    outgoing: lines.length - incoming.length,
    foreign: fresh.length - own.length,
    total: own.reduce((sum, { line: { amount } }) => sum + amount, 0),
  };
}
