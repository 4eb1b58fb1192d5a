import { describe, expect, it } from 'vitest';
import { password } from '#contract/kernel/primitives.ts';
import { isCommonPassword, isOwnName } from '#server/kernel/common-passwords.ts';

describe('a password that is easy to guess', () => {
  it.each([
    // In capitals, with digits and signs around a word.
    'Password1',
    'PaSSWoRD1',
    'Welcome123!',
    '1Password',
    'Summer2024',
    'Trustno1',
    'Blink182',
    'Tenantry1',
    // With digits and signs for letters.
    'Passw0rd!',
    'P@ssw0rd1',
    'P@$$w0rd',
    'Pa55word!',
    'C0mput3r',
    // Over the keyboard, the alphabet and the digits.
    'Qwerty123',
    'Abcd1234',
    '1qaz2wsX',
    '1qaz!QAZ',
    'Zaq12wsx',
    'Aa123456',
    'ABCabc123',
    // Twice, and as it is in the list.
    'HelloHello1',
    'Test1Test1',
    'Aa123123',
    'Q1w2e3r4t5',
    // In the languages of the product.
    'Parol123',
    'Ukraina2022',
    'Slaptažodis1',
    'Lietuva1!',
    'Passwort1',
  ])('%s is refused', (chosen) => {
    expect(isCommonPassword(chosen)).toBe(true);
  });

  it.each([
    'Passw0rd-of-tests',
    'Чайка7-Reka',
    'Xk7pQ2mWz9',
    'Correct-Horse-9',
    'Kavun-Most7-Lyzhi',
    'Velnias-ir-Katė-4',
    'Aa1aaaaZq',
    'T4xqJw0n',
    'Kovalchuk83Lviv',
    'Three green rivers, 1 boat',
  ])('%s is taken', (chosen) => {
    expect(isCommonPassword(chosen)).toBe(false);
  });

  it('is any of ten thousand that people make of the commonest words when a form asks for more', () => {
    // Written here by hand and not read from the program's list: the first entries of common leaked lists.
    const words = commonest.split(/\s+/).filter(Boolean);
    const meeting = words
      .flatMap((word) => [word, lookAlike(word)])
      .flatMap((word) => [word.toUpperCase(), capitalised(word)])
      .flatMap((word) => endings.map((ending) => word + ending))
      .filter((chosen) => password.safeParse(chosen).success);
    expect(new Set(meeting).size).toBeGreaterThan(10_000);
    expect(meeting.filter((chosen) => !isCommonPassword(chosen))).toEqual([]);
  });

  it('is hardly ever one made by chance', () => {
    const random = seeded(7);
    const made = Array.from({ length: 20_000 }, () =>
      Array.from({ length: 10 }, () => alphabet[Math.floor(random() * alphabet.length)]).join(''),
    );
    expect(made.filter((chosen) => isCommonPassword(chosen)).length).toBeLessThan(20);
  });
});

describe('a password made of the own name', () => {
  const own = ['olena.shevchuk@bulka.example', 'Olena Shevchuk', null, undefined];

  it.each(['Olena1987', 'Shevchuk!1', 'OlenaShevchuk7', '0lena-Shevchuk', 'Bulka2026!'])(
    '%s is refused',
    (chosen) => expect(isOwnName(chosen, own)).toBe(true),
  );

  it.each(['Kavun-Most7-Lyzhi', 'Olena-kavun-7', 'T4xqJw0n'])('%s is taken', (chosen) =>
    expect(isOwnName(chosen, own)).toBe(false),
  );

  it('is none where nothing is known of the person', () => {
    expect(isOwnName('Olena1987', [])).toBe(false);
  });
});

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const endings = [
  Array.from({ length: 10 }, (_, digit) => String(digit)),
  '12 123 1234 11 69 77 88 99 007 1! 123! !1 @1 #1 2024!'.split(' '),
  Array.from({ length: 50 }, (_, year) => String(1976 + year)),
].flat();

const commonest = `
  password qwerty dragon baseball football monkey letmein shadow master michael mustang superman jordan jennifer hunter
  buster soccer harley batman andrew tigger sunshine iloveyou charlie robert thomas hockey ranger daniel starwars klaster
  computer michelle jessica pepper freedom maggie princess summer ashley nicole chelsea biteme matthew access yankees
  dallas austin thunder taylor matrix william corvette hello martin heather secret merlin diamond hammer silver anthony
  justin banana orange flower welcome admin login monster killer cookie cheese samsung google liverpool arsenal
`;

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const lookAlike = (word: string) =>
  word.slice(0, 1) +
  word.slice(1).replace(/[aeos]/g, (letter) => ({ a: '@', e: '3', o: '0', s: '5' })[letter] ?? '');

/** The same numbers every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}
