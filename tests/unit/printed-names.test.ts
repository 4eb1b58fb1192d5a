import { describe, expect, it } from 'vitest';
import { drawnLines } from '#server/documents/paper/drawn-text.ts';
import { printable } from '#server/documents/paper/printable.ts';
import { paperPdf } from '#server/documents/paper/paper-pdf.ts';
import { documentContent } from '#tests/support/documents/document-content.ts';
import { pdfText } from '#tests/support/files/pdf-text.ts';

const hebrew = 'מאפייה (תל אביב) 24';
const arabic = 'مخبز الحي';
const turned = (text: string) => [...text].toReversed().join('');
/** What the eye reads from left to right: the font turns the pieces of the second font. */
const seen = (text: string) =>
  (drawnLines(text) ?? []).map((pieces) =>
    pieces
      .map(({ text: piece, isOther }) => (isOther && /[\u05d0-\u06ff]/.test(piece) ? turned(piece) : piece))
      .join('')
      .replaceAll('\u00a0', ' '),
  );

describe('a name on a paper', () => {
  it.each(['ТОВ «Кав’ярня»', 'UAB „Ąžuolas“', 'Bäckerei & Söhne', ''])('stays as it is: %s', (name) => {
    expect(drawnLines(name)).toBeUndefined();
    expect(printable(name)).toBe(name);
  });

  it('written from right to left is drawn so, with its brackets, and its numbers from left to right', () => {
    expect(seen(hebrew)).toEqual([`24 (${turned('תל אביב')}) ${turned('מאפייה')}`]);
    expect(seen(arabic)).toEqual([turned(arabic)]);
  });

  it('stands in its sentence where it was written', () => {
    expect(seen(`Zugang, \u2068${hebrew}\u2069, 5`)).toEqual([
      `Zugang, 24 (${turned('תל אביב')}) ${turned('מאפייה')}, 5`,
    ]);
  });

  it('that needs several lines begins on the first one', () => {
    const name = 'شركة المخبز الذهبي للتجارة والتوزيع المحدودة ذات المسؤولية';
    const lines = seen(name).map((line) => turned(line).trim());
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe(name);
  });

  it('in Georgian or Armenian is drawn as it is read', () => {
    expect(seen('შპს „თბილისი“ 5')).toEqual(['შპს „თბილისი“ 5']);
  });

  it('in letters that no font has is replaced by a mark', () => {
    expect(printable('東京 商店 Kava 😀')).toBe('[…] Kava');
  });

  it.each([hebrew, 'שירות', 'Երևան', 'თბილისი', arabic])(
    'has a glyph for each letter of %s',
    async (name) => {
      const text = pdfText(await paperPdf(documentContent({ buyer: { ...documentContent().buyer, name } })));
      expect(text).not.toContain('�');
      expect(text).not.toContain('[…]');
      if (name === hebrew) expect(text.replaceAll('\u00a0', ' ')).toContain(turned('מאפייה'));
    },
  );
});
