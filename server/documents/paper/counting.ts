import type { Locale } from '#contract/kernel/variants.ts';

/** How each language writes numbers out, and which form of a noun follows one. Pure. */

export type Forms = readonly [one: string, few: string, many: string];

export interface Counting {
  /** A whole number from 0 on, in the gender of what is counted. */
  words: (number: number, isFeminine: boolean) => string;
  formOf: (number: number) => 0 | 1 | 2;
  minus: string;
}

/** Of languages that put one word after the other. */
interface Tables extends Omit<Counting, 'words'> {
  units: { masculine: readonly string[]; feminine: readonly string[] };
  teens: readonly string[];
  tens: readonly string[];
  hundreds: readonly string[];
  scales: readonly { forms: Forms; isFeminine: boolean }[];
  zero: string;
}

/** 1, 21 …; 2 to 4, 22 to 24 …; all others, 11 to 14 among them. */
function slavicForm(number: number): 0 | 1 | 2 {
  const [last, lastTwo] = [number % 10, number % 100];
  if (lastTwo >= 11 && lastTwo <= 14) return 2;
  if (last === 1) return 0;
  return last >= 2 && last <= 4 ? 1 : 2;
}

/** One, and all others. */
function plainForm(number: number): 0 | 2 {
  return number === 1 ? 0 : 2;
}

const uk: Tables = {
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
  formOf: slavicForm,
  zero: 'нуль',
  minus: 'мінус',
};

const ru: Tables = {
  units: {
    masculine: ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
    feminine: ['', 'одна', 'две', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
  },
  teens: [
    'десять',
    'одиннадцать',
    'двенадцать',
    'тринадцать',
    'четырнадцать',
    'пятнадцать',
    'шестнадцать',
    'семнадцать',
    'восемнадцать',
    'девятнадцать',
  ],
  tens: [
    '',
    '',
    'двадцать',
    'тридцать',
    'сорок',
    'пятьдесят',
    'шестьдесят',
    'семьдесят',
    'восемьдесят',
    'девяносто',
  ],
  hundreds: [
    '',
    'сто',
    'двести',
    'триста',
    'четыреста',
    'пятьсот',
    'шестьсот',
    'семьсот',
    'восемьсот',
    'девятьсот',
  ],
  scales: [
    { forms: ['тысяча', 'тысячи', 'тысяч'], isFeminine: true },
    { forms: ['миллион', 'миллиона', 'миллионов'], isFeminine: false },
    { forms: ['миллиард', 'миллиарда', 'миллиардов'], isFeminine: false },
    { forms: ['триллион', 'триллиона', 'триллионов'], isFeminine: false },
  ],
  formOf: slavicForm,
  zero: 'ноль',
  minus: 'минус',
};

const lt: Tables = {
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

function byTables(tables: Tables): Counting {
  const { formOf, minus } = tables;
  return { words: (number, isFeminine) => numberInWords(number, tables, isFeminine), formOf, minus };
}

function numberInWords(number: number, tables: Tables, isFeminine: boolean): string {
  if (number === 0) return tables.zero;
  const groups: string[] = [];
  for (let rest = number, place = -1; rest > 0; rest = Math.floor(rest / 1000), place += 1) {
    const group = rest % 1000;
    if (group === 0) continue;
    const scale = tables.scales[place];
    const words = threeDigits(group, tables, scale ? scale.isFeminine : isFeminine);
    groups.unshift(scale ? `${words} ${scale.forms[tables.formOf(group)]}` : words);
  }
  return groups.join(' ');
}

function threeDigits(group: number, tables: Tables, isFeminine: boolean): string {
  const [hundreds, tens, units] = [Math.floor(group / 100), Math.floor(group / 10) % 10, group % 10];
  const below = isFeminine ? tables.units.feminine : tables.units.masculine;
  const rest = tens === 1 ? [tables.teens[units]] : [tables.tens[tens], below[units]];
  return [tables.hundreds[hundreds], ...rest].filter(Boolean).join(' ');
}

const english = {
  below20: words(
    'zero one two three four five six seven eight nine ten eleven',
    'twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  tens: ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
  scales: ['', ' thousand', ' million', ' billion', ' trillion'],
};

/** The words of lines, which are separated by spaces. */
function words(...lines: string[]): string[] {
  return lines.join(' ').split(' ');
}

/** `one thousand and one`, `two hundred and thirty-four`. */
function inEnglish(number: number): string {
  if (number === 0) return 'zero';
  const groups: string[] = [];
  for (let rest = number, place = 0; rest > 0; rest = Math.floor(rest / 1000), place += 1) {
    const group = rest % 1000;
    if (group === 0) continue;
    const joined = place === 0 && group < 100 && number > 1000 ? 'and ' : '';
    groups.unshift(`${joined}${belowThousand(group)}${english.scales[place]}`);
  }
  return groups.join(' ');
}

function belowThousand(number: number): string {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const [ten, unit] = [english.tens[Math.floor(rest / 10)], english.below20[rest % 10]];
  const small = rest < 20 ? english.below20[rest] : [ten, rest % 10 ? unit : ''].filter(Boolean).join('-');
  if (hundreds === 0) return small ?? '';
  return `${english.below20[hundreds]} hundred${rest ? ` and ${small}` : ''}`;
}

const german = {
  below20: words(
    ' ein zwei drei vier fünf sechs sieben acht neun zehn elf',
    'zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  ),
  tens: ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'],
  scales: [
    ['Billion', 'Billionen', 1e12],
    ['Milliarde', 'Milliarden', 1e9],
    ['Million', 'Millionen', 1e6],
  ],
} as const;

/** `zwei Millionen eintausendzweihundertvierunddreißig`: below a million in one word. */
function inGerman(number: number, isFeminine: boolean): string {
  if (number === 0) return 'null';
  let rest = number;
  const words: string[] = [];
  for (const [one, many, size] of german.scales) {
    const group = Math.floor(rest / size);
    rest %= size;
    if (group === 1) words.push(`eine ${one}`);
    else if (group > 1) words.push(`${germanBelowThousand(group)} ${many}`);
  }
  const [thousands, last] = [Math.floor(rest / 1000), rest % 1000];
  const ending = isFeminine && last % 100 === 1 ? 'e' : '';
  const below = `${thousands ? `${germanBelowThousand(thousands)}tausend` : ''}${germanBelowThousand(last)}`;
  return [...words, `${below}${ending}`].filter(Boolean).join(' ');
}

function germanBelowThousand(number: number): string {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const [ten, unit] = [german.tens[Math.floor(rest / 10)], german.below20[rest % 10]];
  const small = rest < 20 ? german.below20[rest] : `${unit ? `${unit}und` : ''}${ten}`;
  return `${hundreds ? `${german.below20[hundreds]}hundert` : ''}${small}`;
}

export const countings: Readonly<Record<Locale, Counting>> = {
  uk: byTables(uk),
  ru: byTables(ru),
  lt: byTables(lt),
  en: { words: inEnglish, formOf: plainForm, minus: 'minus' },
  de: { words: inGerman, formOf: plainForm, minus: 'minus' },
};
