import type { Locale } from '#contract/kernel/variants.ts';

/**
 * Sums as papers write them out, for the languages in which papers must have them (GROWTH section 16). Whole units in
 * words, hundredths in figures, as accountants do; the gender is that of what is counted. Pure.
 */

type Forms = readonly [one: string, few: string, many: string];

/** How a language counts: words of each gender, and the form of a noun after a number. */
interface Counting {
  units: { masculine: readonly string[]; feminine: readonly string[] };
  teens: readonly string[];
  tens: readonly string[];
  hundreds: readonly string[];
  scales: readonly { forms: Forms; isFeminine: boolean }[];
  formOf: (number: number) => 0 | 1 | 2;
  zero: string;
  minus: string;
}

interface Coins {
  whole: Forms;
  part: Forms;
  isFeminine: boolean;
}

const uk: Counting = {
  units: {
    masculine: ['', 'один', 'два', 'три', 'чотири', 'п’ять', 'шість', 'сім', 'вісім', 'дев’ять'],
    feminine: ['', 'одна', 'дві', 'три', 'чотири', 'п’ять', 'шість', 'сім', 'вісім', 'дев’ять'],
  },
  teens: [
    'десять',
    'одинадцять',
    'дванадцять',
    'тринадцять',
    'чотирнадцять',
    'п’ятнадцять',
    'шістнадцять',
    'сімнадцять',
    'вісімнадцять',
    'дев’ятнадцять',
  ],
  tens: [
    '',
    '',
    'двадцять',
    'тридцять',
    'сорок',
    'п’ятдесят',
    'шістдесят',
    'сімдесят',
    'вісімдесят',
    'дев’яносто',
  ],
  hundreds: [
    '',
    'сто',
    'двісті',
    'триста',
    'чотириста',
    'п’ятсот',
    'шістсот',
    'сімсот',
    'вісімсот',
    'дев’ятсот',
  ],
  scales: [
    { forms: ['тисяча', 'тисячі', 'тисяч'], isFeminine: true },
    { forms: ['мільйон', 'мільйони', 'мільйонів'], isFeminine: false },
    { forms: ['мільярд', 'мільярди', 'мільярдів'], isFeminine: false },
    { forms: ['трильйон', 'трильйони', 'трильйонів'], isFeminine: false },
  ],
  // 1, 21 …; 2 to 4, 22 to 24 …; all others, 11 to 14 among them.
  formOf: (number) => {
    const [last, lastTwo] = [number % 10, number % 100];
    if (lastTwo >= 11 && lastTwo <= 14) return 2;
    if (last === 1) return 0;
    return last >= 2 && last <= 4 ? 1 : 2;
  },
  zero: 'нуль',
  minus: 'мінус',
};

const lt: Counting = {
  units: {
    masculine: ['', 'vienas', 'du', 'trys', 'keturi', 'penki', 'šeši', 'septyni', 'aštuoni', 'devyni'],
    feminine: [
      '',
      'viena',
      'dvi',
      'trys',
      'keturios',
      'penkios',
      'šešios',
      'septynios',
      'aštuonios',
      'devynios',
    ],
  },
  teens: [
    'dešimt',
    'vienuolika',
    'dvylika',
    'trylika',
    'keturiolika',
    'penkiolika',
    'šešiolika',
    'septyniolika',
    'aštuoniolika',
    'devyniolika',
  ],
  tens: [
    '',
    '',
    'dvidešimt',
    'trisdešimt',
    'keturiasdešimt',
    'penkiasdešimt',
    'šešiasdešimt',
    'septyniasdešimt',
    'aštuoniasdešimt',
    'devyniasdešimt',
  ],
  hundreds: [
    '',
    'vienas šimtas',
    'du šimtai',
    'trys šimtai',
    'keturi šimtai',
    'penki šimtai',
    'šeši šimtai',
    'septyni šimtai',
    'aštuoni šimtai',
    'devyni šimtai',
  ],
  scales: [
    { forms: ['tūkstantis', 'tūkstančiai', 'tūkstančių'], isFeminine: false },
    { forms: ['milijonas', 'milijonai', 'milijonų'], isFeminine: false },
    { forms: ['milijardas', 'milijardai', 'milijardų'], isFeminine: false },
    { forms: ['trilijonas', 'trilijonai', 'trilijonų'], isFeminine: false },
  ],
  // 1, 21 … but not 11; 2 to 9, 22 to 29 …; 0, 10 to 20, 30 …: the genitive.
  formOf: (number) => {
    const [last, lastTwo] = [number % 10, number % 100];
    if (last === 0 || (lastTwo >= 11 && lastTwo <= 19)) return 2;
    return last === 1 ? 0 : 1;
  },
  zero: 'nulis',
  minus: 'minus',
};

const languages: Partial<Record<Locale, { counting: Counting; coins: Record<string, Coins> }>> = {
  uk: {
    counting: uk,
    coins: {
      UAH: {
        whole: ['гривня', 'гривні', 'гривень'],
        part: ['копійка', 'копійки', 'копійок'],
        isFeminine: true,
      },
      EUR: { whole: ['євро', 'євро', 'євро'], part: ['цент', 'центи', 'центів'], isFeminine: false },
    },
  },
  lt: {
    counting: lt,
    coins: {
      UAH: {
        whole: ['grivina', 'grivinos', 'grivinų'],
        part: ['kapeika', 'kapeikos', 'kapeikų'],
        isFeminine: true,
      },
      EUR: {
        whole: ['euras', 'eurai', 'eurų'],
        part: ['centas', 'centai', 'centų'],
        isFeminine: false,
      },
    },
  },
};

/**
 * `Сто двадцять одна гривня 05 копійок`; null in a language, or of a currency, that has no words here. Minor units, up
 * to the largest that JSON carries exactly.
 */
export function sumInWords(minorUnits: number, currency: string, locale: Locale): string | null {
  const language = languages[locale];
  const coins = language?.coins[currency];
  if (!language || !coins) return null;
  const { counting } = language;
  const [whole, part] = [Math.floor(Math.abs(minorUnits) / 100), Math.abs(minorUnits) % 100];
  const words = [
    ...(minorUnits < 0 ? [counting.minus] : []),
    numberInWords(whole, counting, coins.isFeminine),
    coins.whole[counting.formOf(whole)],
    String(part).padStart(2, '0'),
    coins.part[counting.formOf(part)],
  ].join(' ');
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

function numberInWords(number: number, counting: Counting, isFeminine: boolean): string {
  if (number === 0) return counting.zero;
  const groups: string[] = [];
  for (let rest = number, place = -1; rest > 0; rest = Math.floor(rest / 1000), place += 1) {
    const group = rest % 1000;
    if (group === 0) continue;
    const scale = counting.scales[place];
    const words = threeDigits(group, counting, scale ? scale.isFeminine : isFeminine);
    groups.unshift(scale ? `${words} ${scale.forms[counting.formOf(group)]}` : words);
  }
  return groups.join(' ');
}

function threeDigits(group: number, counting: Counting, isFeminine: boolean): string {
  const [hundreds, tens, units] = [Math.floor(group / 100), Math.floor(group / 10) % 10, group % 10];
  const below = isFeminine ? counting.units.feminine : counting.units.masculine;
  const rest = tens === 1 ? [counting.teens[units]] : [counting.tens[tens], below[units]];
  return [counting.hundreds[hundreds], ...rest].filter(Boolean).join(' ');
}
