import type { RegistrationInput } from '#contract/contact/registration.ts';

/** What the link chose by which somebody came to the registration (GROWTH section 17, "A front"). */
export type RegistrationWish = Pick<
  RegistrationInput,
  'tariff_id' | 'link_code' | 'billing_period' | 'utm'
> & {
  partner?: string;
  promo_code?: string;
};

/** Reads `?tariff=&link=&period=&partner=&promo_code=&utm_source=…`; what can't be meant is left out. */
export function readWish(search: string): RegistrationWish {
  const given = new URLSearchParams(search);
  const word = (name: string, most: number) => given.get(name)?.trim().slice(0, most) || undefined;
  const tariff = word('tariff', 36);
  const period = given.get('period');
  const utm = {
    source: word('utm_source', 100),
    medium: word('utm_medium', 100),
    campaign: word('utm_campaign', 100),
  };
  return defined({
    tariff_id:
      tariff !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(tariff) ? tariff : undefined,
    link_code: word('link', 50),
    billing_period: period === 'month' || period === 'year' ? period : undefined,
    partner: word('partner', 50),
    promo_code: word('promo_code', 50),
    utm: Object.values(utm).some((one) => one !== undefined) ? defined(utm) : undefined,
  });
}

function defined<Value extends object>(value: Value): { [Key in keyof Value]?: NonNullable<Value[Key]> } {
  const known = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(known) as { [Key in keyof Value]?: NonNullable<Value[Key]> }; // the same keys
}
