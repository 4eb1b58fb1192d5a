import type { ClientType } from '#contract/contact/registration.ts';
import { latinWords } from '#contract/kernel/latin.ts';

/**
 * The label of a cabinet's address (DESIGN section 13): `[a-z][a-z0-9-]{2,39}` from the transliterated name. A
 * company's legal form is left out, and of a person's name all but the first two words, because the address is public.
 */
export function slugOf({ name, type }: { name: string; type: ClientType }): string {
  const words = withoutLegalForm(wordsOf(name));
  const label = shortened(latinLabel((type === 'individual' ? words.slice(0, 2) : words).join(' ')));
  const slug = label.length >= 3 ? label : label === '' ? 'cabinet' : `${label}-cabinet`;
  return isReserved(slug) ? `${slug}-cabinet` : slug;
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');

/** Without the forms at the beginning and at the end, unless nothing else would be left. */
function withoutLegalForm(words: string[]): string[] {
  for (const form of legalForms) {
    if (form.length >= words.length) continue;
    if (form.every((word, place) => words[place] === word)) return withoutLegalForm(words.slice(form.length));
    const tail = words.slice(-form.length);
    if (form.every((word, place) => tail[place] === word))
      return withoutLegalForm(words.slice(0, -form.length));
  }
  return words;
}

/** Begins with a letter, as labels of domains do here. */
function latinLabel(text: string): string {
  return latinWords(text).replace(/^[^a-z]+/, '');
}

/** Ends with a whole word, unless the first is too long itself. */
function shortened(label: string): string {
  if (label.length <= longestBase) return label;
  const end = label.lastIndexOf('-', longestBase);
  return label.slice(0, end >= 3 ? end : longestBase);
}

/** The `attempt`-th candidate: the slug itself, then with a suffix, numbers first and later random letters. */
export function slugCandidate(slug: string, attempt: number, random: () => string): string {
  if (attempt === 0) return slug;
  return attempt < 10 ? `${slug}-${attempt + 1}` : `${slug}-${random()}`;
}

export function isReserved(label: string): boolean {
  return reserved.has(label) || label.startsWith('xn--');
}

// Leaves room for a suffix within the 40 characters.
const longestBase = 30;

// oxfmt-ignore
const reserved: ReadonlySet<string> = new Set([
  'abuse', 'account', 'admin', 'administrator', 'api', 'app', 'assets', 'auth', 'autoconfig', 'autodiscover',
  'billing', 'blog', 'cabinet', 'cabinets', 'cdn', 'dashboard', 'dev', 'dns', 'docs', 'email', 'ftp', 'git', 'help',
  'host', 'hostmaster', 'imap', 'info', 'localhost', 'login', 'mail', 'metrics', 'monitor', 'mta-sts', 'mysql',
  'news', 'noreply', 'no-reply', 'ns1', 'ns2', 'panel', 'pop', 'pop3', 'postmaster', 'postgres', 'private', 'public',
  'root', 'secure', 'security', 'shop', 'signup', 'smtp', 'ssl', 'staff', 'staging', 'static', 'status', 'stats',
  'support', 'system', 'tenantry', 'test', 'vpn', 'webmail', 'webmaster', 'wpad', 'www', 'www1', 'www2',
]);

// As people write them in the countries of our variants and their neighbours.
// oxfmt-ignore
const legalForms = [
  'товариство з обмеженою відповідальністю',
  'товариство з додатковою відповідальністю',
  'приватне акціонерне товариство',
  'публічне акціонерне товариство',
  'акціонерне товариство',
  'приватне підприємство',
  'фізична особа підприємець',
  'фізична особа-підприємець',
  'общество с ограниченной ответственностью',
  'индивидуальный предприниматель',
  'uždaroji akcinė bendrovė',
  'akcinė bendrovė',
  'mažoji bendrija',
  'individuali įmonė',
  'viešoji įstaiga',
  'gmbh & co. kg',
  'gmbh co kg',
  'тов', 'тдв', 'прат', 'пат', 'ат', 'пп', 'фоп', 'ооо', 'ип', 'зао', 'оао', 'ао',
  'uab', 'ab', 'mb', 'iį', 'všį', 'gmbh', 'ug', 'ag', 'kg', 'ohg', 'ltd', 'llc', 'inc', 'fop', 'tov',
].map((form) => wordsOf(form));
