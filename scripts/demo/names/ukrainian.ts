import type { SettingValue } from '#contract/company/settings.ts';
import type { Variant } from '#contract/variants.ts';
import { slugOf } from '#server/cabinets/slug.ts';
import type { ClientType } from '#contract/contact/registration.ts';
import type { Random } from './random.ts';

/** Ukrainian names, addresses and numbers. Emails are at domains that can't exist (RFC 2606). */

export interface Contact {
  type: ClientType;
  name: string;
  email: string;
  country_code: 'UA';
  phone: string;
  ident: string;
}

/** Contacts with unique emails and phones. */
export function contactBook(random: Random) {
  const taken = new Set<string>();
  const once = (make: () => string): string => {
    for (;;) {
      const made = make();
      if (taken.has(made)) continue;
      taken.add(made);
      return made;
    }
  };
  return {
    next(): Contact {
      const type = random.chance(0.64) ? 'individual' : 'legal';
      const person = personName(random);
      const name = once(() => (type === 'legal' ? companyName(random) : personName(random, person).full));
      const box =
        type === 'legal' ? slugOf({ name, type }) : `${oneWord(person.first)}.${oneWord(person.last)}`;
      let attempt = 0;
      return {
        type,
        name,
        email: once(() => `${box}${attempt++ === 0 ? '' : random.int(2, 99)}@${random.pick(mailHosts)}`),
        country_code: 'UA',
        phone: once(() => random.pick(operators) + random.digits(7)),
        ident: type === 'legal' ? edrpou(random) : inn(random),
      };
    },
  };
}

const oneWord = (name: string) => slugOf({ name, type: 'individual' });

interface PersonName {
  first: string;
  last: string;
  full: string;
}

function personName(random: Random, like?: PersonName): PersonName {
  const isWoman = like ? women.includes(like.first) : random.chance(0.55);
  const first = like?.first ?? random.pick(isWoman ? women : men);
  const last = like?.last ?? random.pick(surnames);
  const patronymic = random.pick(fathers)[isWoman ? 1 : 0];
  return { first, last, full: `${last} ${first} ${patronymic}` };
}

function companyName(random: Random): string {
  const name = `${random.pick(companyWords)}${random.chance(0.35) ? ` ${random.pick(companyTails)}` : ''}`;
  return `ТОВ «${name}»`;
}

export function address(random: Random): string {
  const [city, index] = random.pick(cities);
  return `${index}, м. ${city}, вул. ${random.pick(streets)}, ${random.int(1, 140)}`;
}

/** A bank that does not exist, its MFO and an IBAN of the right length. */
export function bankAccount(random: Random): { bank: string; mfo: string; account: string } {
  const mfo = `3${random.digits(5)}`;
  return { bank: random.pick(banks), mfo, account: `UA${random.digits(2)}${mfo}${random.digits(19)}` };
}

/** An INN: the day of birth counted from 1900, then a number. Its check digit is wrong, so that it is nobody's. */
function inn(random: Random): string {
  const born = Math.floor(
    (Date.UTC(random.int(1960, 2003), random.int(0, 11), 1) - Date.UTC(1899, 11, 31)) / 864e5,
  );
  const body = `${born}${random.digits(4)}`;
  const weights = [-1, 5, 7, 9, 4, 6, 10, 5, 7];
  const sum = weights.reduce((total, weight, place) => total + weight * Number(body[place]), 0);
  return body + wrongDigit((((sum % 11) + 11) % 11) % 10);
}

/** An EDRPOU, also with a wrong check digit. */
function edrpou(random: Random): string {
  const body = `4${random.digits(6)}`;
  const weights = [7, 1, 2, 3, 4, 5, 6];
  const weigh = (more: number) =>
    weights.reduce((total, weight, place) => total + (weight + more) * Number(body[place]), 0) % 11;
  const first = weigh(0);
  return body + wrongDigit(first < 10 ? first : weigh(2) % 10);
}

function wrongDigit(right: number): string {
  return String((right + 5) % 10);
}

const mailHosts = ['poshta.example', 'skrynka.example', 'kramnytsia.example', 'biznes.example'];
const operators = ['50', '63', '66', '67', '68', '73', '93', '95', '96', '97', '98', '99'];
const banks = ['АТ «Дніпро Банк»', 'АТ «Карпати Капітал»', 'АТ «Подільський кредит»', 'АТ «Банк Лиман»'];

// oxfmt-ignore
const women = [
  'Олена', 'Ірина', 'Наталія', 'Оксана', 'Тетяна', 'Марія', 'Юлія', 'Світлана', 'Галина', 'Людмила', 'Катерина',
  'Анна', 'Вікторія', 'Любов', 'Надія', 'Соломія', 'Дарина', 'Христина', 'Ганна', 'Леся',
];
// oxfmt-ignore
const men = [
  'Олександр', 'Сергій', 'Володимир', 'Андрій', 'Микола', 'Василь', 'Іван', 'Юрій', 'Віталій', 'Тарас', 'Богдан',
  'Роман', 'Павло', 'Дмитро', 'Максим', 'Остап', 'Назар', 'Ярослав', 'Михайло', 'Степан',
];
const fathers = [
  ['Іванович', 'Іванівна'],
  ['Петрович', 'Петрівна'],
  ['Миколайович', 'Миколаївна'],
  ['Васильович', 'Василівна'],
  ['Олександрович', 'Олександрівна'],
  ['Сергійович', 'Сергіївна'],
  ['Андрійович', 'Андріївна'],
  ['Богданович', 'Богданівна'],
  ['Михайлович', 'Михайлівна'],
  ['Тарасович', 'Тарасівна'],
] as const;
// Surnames that are the same for men and women.
// oxfmt-ignore
const surnames = [
  'Ковальчук', 'Шевченко', 'Бондаренко', 'Ткаченко', 'Кравченко', 'Олійник', 'Шевчук', 'Коваль', 'Поліщук', 'Бондар',
  'Ткачук', 'Мороз', 'Марченко', 'Лисенко', 'Руденко', 'Савченко', 'Петренко', 'Кравчук', 'Клименко', 'Павленко',
  'Савчук', 'Кузьменко', 'Пономаренко', 'Василенко', 'Гаврилюк', 'Левченко', 'Харченко', 'Карпенко', 'Мельник',
  'Романюк', 'Панченко', 'Гончаренко', 'Юрченко', 'Мазур', 'Гончар', 'Приходько', 'Ґудзь', 'Зінченко', 'Іваненко',
  'Їжакевич', 'Щербак', 'Яременко', 'Остапенко', 'Федорчук', 'Цимбалюк',
];
// oxfmt-ignore
const companyWords = [
  'Зелений ринок', 'Промінь', 'Світанок', 'Калина', 'Смак', 'Родинна крамниця', 'Карпатська хата', 'Берегиня', 'Добробут',
  'Барвінок', 'Злагода', 'Веселка', 'Хлібний дім', 'Млин', 'Кавова миля', 'Книжковий двір', 'Майстерня', 'Оберіг',
  'Степова зоря', 'Вишиванка', 'Сонячний сад', 'Джерело', 'Ромашка', 'Пекарня на розі', 'Дім тканин', 'Твій інструмент',
  'Рідний край', 'Полтавські смаколики', 'Одеський причал', 'Львівська кава', 'Подільські сири', 'Аптека Мальва',
  'Дитячий світ', 'Велопростір', 'Флора', 'Ягідка', 'Ґанок', 'Єдність', 'Їдальня-сервіс', 'Цукерня',
];
const companyTails = ['плюс', 'сервіс', 'трейд', 'груп', 'маркет', 'Україна', 'Захід', 'Дніпро', 'Південь'];
const cities = [
  ['Київ', '01001'],
  ['Львів', '79000'],
  ['Одеса', '65000'],
  ['Харків', '61000'],
  ['Дніпро', '49000'],
  ['Вінниця', '21000'],
  ['Полтава', '36000'],
  ['Чернівці', '58000'],
  ['Тернопіль', '46000'],
  ['Луцьк', '43000'],
  ['Ужгород', '88000'],
  ['Житомир', '10000'],
] as const;
const streets = [
  'Шевченка',
  'Лесі Українки',
  'Івана Франка',
  'Соборна',
  'Незалежності',
  'Садова',
  'Грушевського',
  'Київська',
  'Ринкова',
  'Набережна',
];

interface Seller {
  company: SettingValue<'company_details'>;
  supportEmail: string;
  supportPhone: string;
}

/** The company that sells in the demo; where a variant sells. */
export const sellers: Record<Variant, Seller> = {
  ua: {
    supportEmail: 'support@kasa.example',
    supportPhone: '+380 44 000 00 00',
    company: {
      name: 'ТОВ «Каса Онлайн»',
      code: '40000005',
      bank: 'АТ «Дніпро Банк»',
      mfo: '300001',
      account: 'UA143000010000026001234567890',
      address: '01001, м. Київ, вул. Садова, 1',
      vat_number: '',
      director: 'Коваленко І. П.',
      tax_note: 'Платник єдиного податку третьої групи',
    },
  },
  lt: {
    supportEmail: 'pagalba@kasa.example',
    supportPhone: '+370 5 200 0000',
    company: {
      name: 'UAB „Kasa internetu“',
      code: '305000007',
      bank: 'AB „Nemuno bankas“',
      mfo: '',
      account: 'LT067090012345678901',
      address: 'Sodų g. 1, LT-01103 Vilnius',
      vat_number: '',
      director: 'R. Kazlauskas',
      tax_note: 'Ne PVM mokėtoja',
    },
  },
};
