import type { Locale } from '#contract/kernel/variants.ts';
import { countings, type Forms } from './counting.ts';

/**
 * Sums as papers write them out: whole units in words, hundredths in figures, as accountants do; the gender is that of
 * what is counted. Pure.
 */

interface Coins {
  whole: Forms;
  part: Forms;
  isFeminine: boolean;
}

const hryvnia = { isFeminine: true };
const euro = { isFeminine: false };

const coins: Readonly<Record<Locale, Readonly<Record<string, Coins>>>> = {
  uk: {
    UAH: { whole: ['гривня', 'гривні', 'гривень'], part: ['копійка', 'копійки', 'копійок'], ...hryvnia },
    EUR: { whole: ['євро', 'євро', 'євро'], part: ['цент', 'центи', 'центів'], ...euro },
  },
  ru: {
    UAH: { whole: ['гривна', 'гривны', 'гривен'], part: ['копейка', 'копейки', 'копеек'], ...hryvnia },
    EUR: { whole: ['евро', 'евро', 'евро'], part: ['цент', 'цента', 'центов'], ...euro },
  },
  lt: {
    UAH: { whole: ['grivina', 'grivinos', 'grivinų'], part: ['kapeika', 'kapeikos', 'kapeikų'], ...hryvnia },
    EUR: { whole: ['euras', 'eurai', 'eurų'], part: ['centas', 'centai', 'centų'], ...euro },
  },
  en: {
    UAH: {
      whole: ['hryvnia', 'hryvnias', 'hryvnias'],
      part: ['kopiyka', 'kopiykas', 'kopiykas'],
      ...hryvnia,
    },
    EUR: { whole: ['euro', 'euros', 'euros'], part: ['cent', 'cents', 'cents'], ...euro },
  },
  de: {
    UAH: { whole: ['Hrywnja', 'Hrywnja', 'Hrywnja'], part: ['Kopeke', 'Kopeken', 'Kopeken'], ...hryvnia },
    EUR: { whole: ['Euro', 'Euro', 'Euro'], part: ['Cent', 'Cent', 'Cent'], ...euro },
  },
};

/**
 * `Сто двадцять одна гривня 05 копійок`; null of a currency that has no words here. Minor units, up to the largest that
 * JSON carries exactly.
 */
export function sumInWords(minorUnits: number, currency: string, locale: Locale): string | null {
  const counted = coins[locale][currency];
  if (!counted) return null;
  const { words, formOf, minus } = countings[locale];
  const [whole, part] = [Math.floor(Math.abs(minorUnits) / 100), Math.abs(minorUnits) % 100];
  const said = [
    ...(minorUnits < 0 ? [minus] : []),
    words(whole, counted.isFeminine),
    counted.whole[formOf(whole)],
    String(part).padStart(2, '0'),
    counted.part[formOf(part)],
  ].join(' ');
  return said.charAt(0).toLocaleUpperCase(locale) + said.slice(1);
}
