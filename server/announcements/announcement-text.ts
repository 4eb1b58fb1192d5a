import type { AnnouncementState, AnnouncementTexts } from '#contract/clients/announcement.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';

/** The text for a reader: in their language, else in the default one, and which language that is. */
export function textFor(
  texts: AnnouncementTexts,
  { locale, defaultLocale }: { locale: Locale; defaultLocale: Locale },
): { locale: Locale; title: string; body: string } {
  const found = [locale, defaultLocale, ...locales].find((one) => texts[one]);
  const text = found && texts[found];
  return text ? { locale: found, ...text } : { locale: defaultLocale, title: '', body: '' };
}

export function stateOf(
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date | null },
  now: Date,
): AnnouncementState {
  if (now < starts_at) return 'planned';
  return ends_at !== null && now >= ends_at ? 'over' : 'shown';
}
