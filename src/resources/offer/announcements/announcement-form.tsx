import { useState } from 'react';
import { announcementInput } from '#contract/clients/announcement.ts';
import { locales } from '#contract/kernel/variants.ts';
import { DayInput } from '#web/ui/admin/form/controls/day-input.tsx';
import { PromoDay } from '#web/resources/promo-codes/promo-code-cells.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { ControlProps, FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { AudienceInput } from './audience-input.tsx';
import { textIn, TextFields } from './text-fields.tsx';

const fields: readonly FormField[] = [
  {
    name: 'texts',
    group: 'texts',
    kind: 'part',
    part: TextFields,
    places: locales.flatMap((locale) => [`${locale}.title`, `${locale}.body`]),
    typed: typedTexts,
    sent: sentTexts,
    labelOf: (t, place) => {
      const [locale = '', part = ''] = place.split('.');
      return `${t(declaredKey(`languages.${locale}`))}: ${t(declaredKey(`announcements.texts.${part}`))}`;
    },
  },
  { name: 'audience', group: 'when', kind: 'control', control: AudienceInput, nullIsChoice: true },
  {
    name: 'from',
    group: 'when',
    kind: 'control',
    control: DayInput,
    half: true,
    shown: (moment) => <PromoDay moment={momentIn(moment)} />,
  },
  {
    name: 'to',
    group: 'when',
    kind: 'control',
    control: LastDayInput,
    nullIsChoice: true,
    half: true,
    shown: (moment) => <PromoDay moment={momentIn(moment)} isEnd />,
  },
  { name: 'mail', group: 'when', kind: 'switch', help: true },
];

export function useAnnouncementForm(): FormDeclaration {
  const { variant } = useAdmin().config;
  const [schema] = useState(() => announcementInput(variant));
  const [from] = useState(() => new Date().toISOString());
  return {
    fields,
    schema,
    initial: { texts: {}, audience: null, from, to: null, mail: false },
    width: '45rem',
  };
}

function LastDayInput(control: ControlProps) {
  return <DayInput {...control} isEnd />;
}

function momentIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Both fields of every language, empty where there is no text. */
function typedTexts(texts: unknown): object {
  return Object.fromEntries(
    locales.map((locale) => [
      locale,
      { title: textIn(texts, locale, 'title'), body: textIn(texts, locale, 'body') },
    ]),
  );
}

/** Without the languages in which nothing was written. */
function sentTexts(typed: unknown): object {
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const text = { title: textIn(typed, locale, 'title'), body: textIn(typed, locale, 'body') };
      return text.title.trim() === '' && text.body.trim() === '' ? [] : [[locale, text]];
    }),
  );
}
