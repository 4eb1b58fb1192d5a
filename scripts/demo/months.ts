import { variants } from '#contract/kernel/variants.ts';
import { cabinetUrl } from '#server/cabinets/cabinet-address.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import { issueDueDocuments } from '#server/documents/month-end/month-end.ts';
import { finishMonth } from '#server/documents/month-end/month-end-store.ts';
import { monthAfter, previousMonth } from '#contract/money/month.ts';
import { localDay, startOfDay } from '#server/kernel/periods.ts';
import { createSettingsService } from '#server/settings/settings-service.ts';
import { later, minute } from './calendar.ts';

/** The months that the oldest client has been here, and one more. */
const monthsBack = 20;

/** Issues the acts or invoices of each month that is over, as the server did on the first day of the next one. */
export async function insertMonths({
  db,
  config,
  now,
}: {
  db: Db;
  config: Config;
  now: Date;
}): Promise<void> {
  const { variant, productName } = config;
  const { timeZone, currency } = variants[variant];
  const deps = {
    db,
    variant,
    timeZone,
    currency,
    productName,
    urlOf: (domain: string | null) => cabinetUrl(config.cabinets, domain),
    defaultLocale: variants[variant].defaultLocale,
    settings: createSettingsService({ db }),
    // Emails of the past are gone.
    mail: { writeAll: () => Promise.resolve() },
  };
  const today = localDay(now, timeZone);
  let month = today.slice(0, 7);
  for (let back = 0; back < monthsBack; back += 1) month = previousMonth(`${month}-01`);
  const began = startOfDay(`${monthAfter(month)}-01`, timeZone);
  await finishMonth(db, month, { range: null, now: began });
  while (monthAfter(month) < today.slice(0, 7)) {
    month = monthAfter(month);
    const at = later(startOfDay(`${monthAfter(month)}-01`, timeZone), 10 * minute);
    await issueDueDocuments(deps, { now: at, billedUntil: at });
  }
}
