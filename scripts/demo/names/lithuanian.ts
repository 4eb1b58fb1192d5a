import type { Random } from '../random.ts';
import { ibanOf, withCheckDigit } from './codes.ts';
import type { People } from './people.ts';

/** Lithuanian names, addresses and numbers that are nobody's. */
export const lithuanian: People = {
  country: 'LT',
  mailHosts: ['pastas.example', 'dezute.example', 'krautuve.example', 'verslas.example'],
  locales: [
    ['lt', 84],
    ['en', 7],
    ['ru', 5],
    ['uk', 2],
    ['de', 2],
  ],
  product: 'Prieigos prie programinės įrangos paslaugos',
  sources: ['Google', 'Instagram', 'Rekomendacija', 'Paroda „Prekyba“', 'Skambutis'],
  visitReasons: [
    'Padėti įkelti prekes',
    'Klientas nemato vakarykščių kvitų',
    'Patikrinti kasos nuostatas',
    'Klausimas telefonu: nuolaidos',
  ],
  deletionReasons: [
    'Klientas nutraukė veiklą',
    'Antra to paties kliento paskyra',
    'Klientas paprašė uždaryti paskyrą',
  ],
  discountReasons: [
    'Perėjo iš kitos programos',
    'Darbo erdvė neveikė dvi dienas',
    'Partneris: rašo apie mus',
    'Metinis susitarimas',
    'Suteikta per klaidą',
  ],
  mistake: 'Įskaityta ne tam klientui',

  person(random: Random) {
    const isWoman = random.chance(0.55);
    const first = random.pick(isWoman ? women : men);
    const last = random.pick(surnames)[isWoman ? random.int(1, 2) : 0] ?? '';
    return { first, last, full: `${first} ${last}` };
  },

  company(random: Random) {
    const form = random.chance(0.7) ? 'UAB' : 'MB';
    const tail = random.chance(0.3) ? ` ${random.pick(companyTails)}` : '';
    return `${form} „${random.pick(companyWords)}${tail}“`;
  },

  phone: (random) => `6${random.digits(7)}`,

  address(random) {
    const [city, index] = random.pick(cities);
    return `${random.pick(streets)} g. ${random.int(1, 140)}, LT-${index} ${city}`;
  },

  /** Of somebody who will be born after 2100, and of a company that no register has. */
  ident: (random, type) =>
    type === 'legal'
      ? withCheckDigit('lt', type, `9${random.digits(7)}`)
      : withCheckDigit(
          'lt',
          type,
          `${random.int(7, 8)}${random.int(10, 60)}${two(random.int(1, 12))}${two(random.int(1, 28))}${random.digits(3)}`,
        ),

  vatNumber: (random) => `LT${random.digits(9)}`,

  /** A bank that does not exist. Lithuanian banks have no number beside the IBAN. */
  bankAccount(random) {
    const [bank, code] = random.pick(banks);
    return { bank, mfo: null, account: ibanOf('LT', `${code}${random.digits(11)}`) };
  },
};

const two = (number: number) => String(number).padStart(2, '0');

// oxfmt-ignore
const women = [
  'Eglė', 'Rasa', 'Jurgita', 'Inga', 'Daiva', 'Rūta', 'Lina', 'Vilma', 'Asta', 'Edita', 'Kristina', 'Aušra', 'Giedrė',
  'Živilė', 'Monika', 'Ieva', 'Gabija', 'Ugnė', 'Austėja', 'Šarūnė',
];
// oxfmt-ignore
const men = [
  'Jonas', 'Tomas', 'Mindaugas', 'Darius', 'Andrius', 'Vytautas', 'Gediminas', 'Saulius', 'Marius', 'Rokas', 'Lukas',
  'Domantas', 'Žygimantas', 'Arūnas', 'Kęstutis', 'Algirdas', 'Paulius', 'Justas', 'Nerijus', 'Šarūnas',
];
/** Of a man, of a married woman, of an unmarried one. */
const surnames = [
  ['Kazlauskas', 'Kazlauskienė', 'Kazlauskaitė'],
  ['Petrauskas', 'Petrauskienė', 'Petrauskaitė'],
  ['Jankauskas', 'Jankauskienė', 'Jankauskaitė'],
  ['Stankevičius', 'Stankevičienė', 'Stankevičiūtė'],
  ['Vasiliauskas', 'Vasiliauskienė', 'Vasiliauskaitė'],
  ['Žukauskas', 'Žukauskienė', 'Žukauskaitė'],
  ['Butkus', 'Butkienė', 'Butkutė'],
  ['Paulauskas', 'Paulauskienė', 'Paulauskaitė'],
  ['Urbonas', 'Urbonienė', 'Urbonaitė'],
  ['Navickas', 'Navickienė', 'Navickaitė'],
  ['Ramanauskas', 'Ramanauskienė', 'Ramanauskaitė'],
  ['Savickas', 'Savickienė', 'Savickaitė'],
  ['Šimkus', 'Šimkienė', 'Šimkutė'],
  ['Rimkus', 'Rimkienė', 'Rimkutė'],
  ['Čepaitis', 'Čepaitienė', 'Čepaitytė'],
  ['Balčiūnas', 'Balčiūnienė', 'Balčiūnaitė'],
  ['Kavaliauskas', 'Kavaliauskienė', 'Kavaliauskaitė'],
  ['Žilinskas', 'Žilinskienė', 'Žilinskaitė'],
  ['Mažeika', 'Mažeikienė', 'Mažeikaitė'],
  ['Bagdonas', 'Bagdonienė', 'Bagdonaitė'],
] as const;
// oxfmt-ignore
const companyWords = [
  'Rytas', 'Ąžuolas', 'Gintaro krautuvė', 'Šaltinis', 'Duonos namai', 'Malūnas', 'Kavos mylia', 'Knygų kiemas',
  'Dirbtuvės', 'Vaivorykštė', 'Saulės sodas', 'Ramunė', 'Kampinė kepykla', 'Audinių namai', 'Tavo įrankis', 'Uosto prekės',
  'Žemaitijos sūriai', 'Vaistažolių vaistinė', 'Vaikų pasaulis', 'Dviračių erdvė', 'Flora', 'Uogelė', 'Sodyba', 'Vienybė',
  'Cukrainė', 'Nemuno krantas', 'Medaus lašas', 'Lino siūlas', 'Miško gėrybės', 'Senamiesčio skanėstai',
];
const companyTails = ['plius', 'servisas', 'prekyba', 'grupė', 'Baltija', 'Vilnius', 'Kaunas'];
const cities = [
  ['Vilnius', '01103'],
  ['Kaunas', '44280'],
  ['Klaipėda', '91248'],
  ['Šiauliai', '76301'],
  ['Panevėžys', '35173'],
  ['Alytus', '62380'],
  ['Marijampolė', '68306'],
  ['Utena', '28241'],
  ['Telšiai', '87130'],
  ['Druskininkai', '66118'],
] as const;
const streets = [
  'Gedimino',
  'Vilniaus',
  'Laisvės',
  'Sodų',
  'Turgaus',
  'Maironio',
  'Basanavičiaus',
  'Tilto',
  'Parko',
];
const banks = [
  ['AB „Nemuno bankas“', '70900'],
  ['AB „Gintaro kreditas“', '70800'],
  ['UAB „Baltijos kredito unija“', '50900'],
] as const;
