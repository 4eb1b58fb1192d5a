/** The mailboxes that most customers of our countries have, and those whose names are only a letter away from them. */
const known = [
  'gmail.com',
  'ukr.net',
  'meta.ua',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'yahoo.com',
  'proton.me',
  'gmx.de',
  'gmx.net',
  'gmx.com',
  'web.de',
  'inbox.lt',
  'inbox.lv',
  'mail.com',
  'email.com',
  'ymail.com',
  'rocketmail.com',
];

/** Cyrillic letters that look like Latin ones, and those, in the same order. */
const [cyrillic, latin] = ['аеіорсухАВЕІКМНОРСТУХ', 'aeiopcyxABEIKMHOPCTYX'];

/**
 * The address that was probably meant, when letters of it look Latin and aren't, or its domain is one typing mistake
 * away from a well-known one (`gmial.com`); null if there is none.
 */
export function likelyEmail(email: string): string | null {
  const latinTwin = email.replace(/[а-яієА-ЯІЄ]/gu, (letter) => latin[cyrillic.indexOf(letter)] ?? letter);
  const isWhole = /^\p{ASCII}*$/u.test(latinTwin);
  const typed = isWhole ? latinTwin : email;
  return withKnownDomain(typed) ?? (typed === email ? null : typed.trim());
}

/** Domains have letters of all scripts, but hardly any mailbox has: its name was mostly typed on another keyboard. */
export function hasForeignMailbox(email: string): boolean {
  return /[^\p{ASCII}].*@/u.test(email);
}

function withKnownDomain(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || known.includes(domain)) return null;
  const meant = known.find((one) => isOneMistakeAway(domain, one));
  return meant === undefined ? null : `${email.slice(0, at).trim()}@${meant}`;
}

/** A letter missing, added or wrong, or two neighbours swapped. */
function isOneMistakeAway(typed: string, meant: string): boolean {
  let start = 0;
  while (start < meant.length && typed[start] === meant[start]) start += 1;
  const [rest, wanted] = [typed.slice(start), meant.slice(start)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}
