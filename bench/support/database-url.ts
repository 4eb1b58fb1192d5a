import type pg from 'pg';

/** The address of a database by which other processes reach it. */
export function databaseUrlOf({ host, port, user, password, database }: pg.PoolConfig): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = encodeURIComponent(String(user));
  url.password = encodeURIComponent(String(password));
  url.searchParams.set('host', String(host));
  return url.href;
}
