import { expect, it } from 'vitest';
import { textOfBytes } from '#cabinet/shop/goods/import/text-of-bytes.ts';

const lithuanian = 'Pavadinimas;Įsigijimo kaina\nKiaušiniai;1\nŽąsų paštetas;2\ndaržovės;3';
const ukrainian = 'Назва;Ціна\nХліб житній;1\nҐудзики їжака;2';
const german = 'Bezeichnung;Preis\nKäse;1\nWeißbrot mit Öl;2';

/** The bytes of a text in an encoding of Windows. */
function bytesOf(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code] as const),
  );
  return Uint8Array.from(text, (letter) => codes.get(letter) ?? 0x3f);
}

it.each([
  ['windows-1257', lithuanian],
  ['windows-1251', ukrainian],
  ['windows-1252', german],
])('a file in %s is read by its letters, in whatever language its reader works', (encoding, text) => {
  for (const language of ['uk', 'en', 'ru', 'lt', 'de'] as const)
    expect([language, textOfBytes(bytesOf(text, encoding), language)]).toEqual([language, text]);
});

it('a file whose letters don’t tell is read by the language', () => {
  const euro = Uint8Array.of(0x31, 0x20, 0x80);
  expect(textOfBytes(euro, 'lt')).toBe('1 €');
  expect(textOfBytes(euro, 'uk')).toBe('1 €');
  expect(textOfBytes(Uint8Array.of(0xb9), 'uk')).toBe('№');
  expect(textOfBytes(Uint8Array.of(0xb9), 'de')).toBe('¹');
});

it('UTF-8 is UTF-8', () => {
  expect(textOfBytes(new TextEncoder().encode(lithuanian), 'uk')).toBe(lithuanian);
});
