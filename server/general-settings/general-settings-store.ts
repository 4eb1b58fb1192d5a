import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import { tariffNames } from '#server/tariffs/tariff-store.ts';

/** A setting's value in the list's file: the one in effect, which may be the default. A tariff by its name. */
export function valueInWords(locale: Locale, defaultLocale: Locale): RawBuilder<unknown> {
  const word = (key: string) => translate(locale, key);
  const value = sql`coalesce(s.value, k.standard)`;
  const text = sql`(${value} #>> '{}')`;
  const tariff = tariffNames(sql`array[${text}]::uuid[]`, locale, defaultLocale);
  return sql`case jsonb_typeof(${value})
    when 'boolean' then case ${text} when 'true' then ${word('list.yes')} else ${word('list.no')} end
    when 'array' then (select string_agg(one, ', ') from jsonb_array_elements_text(${value}) as parts (one))
    when 'object' then
      (select string_agg(one, ', ') from jsonb_each_text(${value}) as parts (name, one) where one <> '')
    else case k.key when 'default_tariff_id' then coalesce(${tariff}, ${word('settings.cheapest')}) else ${text} end
    end`;
}
