/** The words of a text in Latin letters and digits, joined by dashes: for addresses and names of files. Lower-case text. */
export function latinWords(text: string): string {
  const letters = text
    .replace(/зг/g, 'zgh')
    .replace(/(?<![\p{L}’'ʼ])[єїйюя]/gu, (letter) => latinAtStart[letter] ?? letter);
  return Array.from(letters, (letter) => latin[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’ʼ`"]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

// Ukrainian by the official table of 2010, then Russian. Lithuanian and German letters lose their marks; listed here
// are only those that can't.
const latinAtStart: Readonly<Record<string, string>> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' };
// oxfmt-ignore
const latin: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'h', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'y', і: 'i', ї: 'i', й: 'i',
  к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch',
  ш: 'sh', щ: 'shch', ь: '', ю: 'iu', я: 'ia', ы: 'y', э: 'e', ё: 'e', ъ: '', ß: 'ss', æ: 'ae', ø: 'o', ł: 'l',
  đ: 'd', ä: 'ae', ö: 'oe', ü: 'ue',
};
