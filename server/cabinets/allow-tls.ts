import { takeUses } from '#server/auth/rate-limit-store.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import { hasCabinetNamed } from './cabinet-store.ts';
import { isProvedDomain } from './own-domain/own-domain-store.ts';

interface AllowDeps {
  db: Db;
  config: Pick<Config, 'cabinets' | 'publicUrl'>;
}

/** Anybody can make a proxy ask for any name, so this many unknown ones a minute are looked up, over all askers. */
const unknownNames = { key: 'tls-allowed unknown', limit: { count: 60, seconds: 60 } };

/**
 * Answers when a certificate may be made for a name: the platform's host, a cabinet's, or a customer's
 * own domain once its records are right.
 * @throws AppError 404 for any other name, 429 when too many unknown ones were asked for.
 */
export async function allowTls({ db, config }: AllowDeps, domain: string, now: Date): Promise<void> {
  if (domain === new URL(config.publicUrl).hostname) return;
  const isBelow = domain.endsWith(`.${config.cabinets.domain}`);
  if (isBelow && (await hasCabinetNamed(db, domain))) return;
  if (await isProvedDomain(db, domain)) return;
  await takeUses(db, now, [unknownNames]);
  throw new AppError('not_found');
}
