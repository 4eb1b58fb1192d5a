/**
 * The label of a cabinet's address (DESIGN section 13): `[a-z][a-z0-9-]{2,39}` from the transliterated name.
 */
export function slugOf(name: string): string {
  const letters = Array.from(name.normalize('NFC').toLowerCase(), (letter) => latin[letter] ?? letter).join(
    '',
  );
  const plain = letters
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’ʼ`"]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, longestBase)
    .replace(/-+$/, '');
  const slug = plain.length >= 3 ? plain : plain === '' ? 'cabinet' : `${plain}-cabinet`;
  return isReserved(slug) ? `${slug}-cabinet` : slug;
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

// Ukrainian by the official table of 2010 (without its rules for beginnings of words), then Russian. Lithuanian and
// German letters lose their marks below; listed here are only those that can't.
// oxfmt-ignore
const latin: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'h', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'y', і: 'i', ї: 'i', й: 'i',
  к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch',
  ш: 'sh', щ: 'shch', ь: '', ю: 'iu', я: 'ia', ы: 'y', э: 'e', ё: 'e', ъ: '', ß: 'ss', æ: 'ae', ø: 'o', ł: 'l',
  đ: 'd', ä: 'ae', ö: 'oe', ü: 'ue',
};
