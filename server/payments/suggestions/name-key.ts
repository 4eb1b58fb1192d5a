/** Legal forms before or after a name, in lower case. */
const forms = new Set(
  [
    'тов тзов тдв ат прат пат пп фоп спд флп зао оао ооо ао чп ип дп кп гс го бф фг сфг',
    'товариство з обмеженою відповідальністю приватне підприємство акціонерне публічне фізична особа підприємець',
    'общество с ограниченной ответственностью частное предприятие физическое лицо предприниматель',
    'uab ab mb všį vsi įį ii iį vį vi žūb kb zub tub sia as oü ou oy ab aps llc llp ltd limited inc corp co company plc',
    'gmbh ug ag kg ohg gbr ek e.k mbh sp zoo z o.o sa sarl srl sas bv nv spol sro as',
  ]
    .join(' ')
    .split(' '),
);

/**
 * What names of payers and clients are compared by: without the form of the company, marks and case, the words in one
 * order, because people are written with either name first. Empty: nothing to compare. Pure.
 */
export function nameKey(name: string): string {
  return nameWords(name).toSorted().join(' ');
}

/** Words to look for in names as they are stored: those between apostrophes too, the longest first. */
export function soughtWords(name: string): string[] {
  const words = nameWords(name.replace(apostrophes, ' '));
  return words.toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1));
}

/** The distinctive words of a name, in lower case. */
function nameWords(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    // An apostrophe is a part of the word, in all of its spellings.
    .replace(apostrophes, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map(latinLooks)
    .filter((word) => word !== '');
  const own = words.filter((word) => !foldedForms.has(word));
  // A company may be called by a form alone.
  return own.length > 0 ? own : words;
}

/** Banks write Latin letters within Cyrillic words. */
function latinLooks(word: string): string {
  return /\p{Script=Cyrillic}/u.test(word)
    ? word.replace(/[abcehikmoptxy]/g, (letter) => cyrillic[letter] ?? letter)
    : word;
}

const cyrillic: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  i: 'і',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};

const apostrophes = /['’ʼ`´]/g;

const foldedForms = new Set([...forms].map(latinLooks));
