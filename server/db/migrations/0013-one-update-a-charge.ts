import { type Kysely, sql } from 'kysely';

/**
 * A charge writes its client's row once: whoever writes lines may say the balance that they lead to in the same
 * statement, with whatever else changes. What may be written stays the database's word: after every statement each
 * client's balance is the `balance_after` of its last line, and each line continues the one before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Each line continues the one before, so that the last one's balance is the sum of them all. The order matters:
  // only a row that is locked shows every line that others have written.
  await sql`
    create or replace function add_to_balances() returns trigger language plpgsql set enable_seqscan = off as $$
      declare
        broken uuid;
      begin
        perform from clients c where c.id in (select client_id from added)
          and c.xmin <> pg_current_xact_id()::xid -- a row that this transaction wrote is locked
          order by c.id for no key update;
        update clients c set balance = s.balance_after
          from (select distinct on (client_id) client_id, balance_after from added order by client_id, position desc) s
          where c.id = s.client_id and c.balance <> s.balance_after;
        select line.client_id into broken from (
          select client_id, position, amount, balance_after,
            lag(balance_after) over lines as before, lead(position) over lines as next
          from added window lines as (partition by client_id order by position)
        ) line
        where line.balance_after - line.amount <> coalesce(line.before, (
            select l.balance_after from ledger_entries l
            where l.client_id = line.client_id and l.position < line.position order by l.position desc limit 1), 0)
          or line.next is distinct from (
            select l.position from ledger_entries l
            where l.client_id = line.client_id and l.position > line.position order by l.position limit 1)
        limit 1;
        if broken is not null then
          raise exception 'the lines of client % do not lead to its balance', broken using errcode = '23514';
        end if;
        return null;
      end $$`.execute(db);

  await sql`drop trigger clients_balance_change on clients`.execute(db);
  await sql`
    create function check_balance_change() returns trigger language plpgsql as $$
      begin
        if new.balance <> coalesce((
          select l.balance_after from ledger_entries l where l.client_id = new.id order by l.position desc limit 1), 0)
        then
          raise exception 'a balance only changes with a ledger entry' using errcode = '23514';
        end if;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger clients_balance_change after update of balance on clients
      for each row when (old.balance is distinct from new.balance) execute function check_balance_change()`.execute(
    db,
  );
}
