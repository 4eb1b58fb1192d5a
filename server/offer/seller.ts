import type { Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

/** Who sells and how to reach them; empty words before they are entered. */
export interface Seller {
  name: string;
  code: string;
  address: string;
  email: string | null;
  phone: string | null;
}

export async function readSeller(settings: SettingsService): Promise<Seller> {
  const known = await settings.getAll(['company_details', 'support_email', 'support_phone']);
  const { name, code, address } = known.company_details;
  return { name, code, address, email: known.support_email, phone: known.support_phone };
}

/** Name, code and address in one line; empty while the name is. */
export function sellerLine({ name, code, address }: Seller, locale: Locale): string {
  if (name === '') return '';
  const place = address.split(/,?\s*\n\s*/);
  return [name, code && translate(locale, 'front.sellerCode', { code }), ...place].filter(Boolean).join(', ');
}
