import bidiFactory, { type Bidi } from 'bidi-js';
import { hasOtherScript } from './printable.ts';

/** A piece of a line that one font draws in one direction. */
interface Piece {
  text: string;
  isOther: boolean;
}

// Its types are those of the module for browsers.
const bidi = (bidiFactory as unknown as () => Bidi)();
/**
 * A text as pieces from left to right, line by line; undefined when the usual font draws it as it is. The library of
 * PDFs puts word after word from left to right and chooses a font for no letter, so order and lines are made here, by
 * Unicode's rules for both directions. `most` characters fit into a line. Within a piece its letters stay as they are read: the font's shaping turns them.
 */
export function drawnLines(text: string, most = 42): Piece[][] | undefined {
  if (!hasOtherScript(text)) return undefined;
  const levels = bidi.getEmbeddingLevels(text);
  return linesOf(text, most).map(({ start, end }) => {
    const pieces: { text: string; isOther: boolean; isTurned: boolean }[] = [];
    const order = bidi.getReorderedIndices(text, levels, start, end);
    for (const index of order.filter((place) => place >= start && place <= end)) {
      const letter = text[index] ?? '';
      if (/[\u2068\u2069\n]/.test(letter)) continue;
      const isTurned = (levels.levels[index] ?? 0) % 2 === 1;
      const drawn = isTurned ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
      const isOther = hasOtherScript(letter);
      const last = pieces.at(-1);
      // Blanks and brackets between two words of a script belong to them.
      const joins = last && last.isTurned === isTurned && (isTurned || last.isOther === isOther);
      if (joins) Object.assign(last, { text: last.text + drawn, isOther: last.isOther || isOther });
      else pieces.push({ text: drawn, isOther, isTurned });
    }
    return pieces.flatMap(({ text: drawn, isOther, isTurned }) =>
      isTurned && isOther ? turnedByFont(drawn) : { text: drawn, isOther },
    );
  });
}

/**
 * The font turns only what has letters of its script, and a breakable blank would end what it turns. Blanks at the ends
 * stand on their own, because the library of PDFs cuts those at the beginning of a line.
 */
function turnedByFont(drawn: string): Piece[] {
  const [, before = '', word = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(drawn) ?? [];
  return [
    { text: before, isOther: false },
    { text: [...word].toReversed().join('').replaceAll(' ', '\u00a0'), isOther: true },
    { text: after, isOther: false },
  ].filter(({ text }) => text !== '');
}

/** The lines of a text, broken between words; a longer word is a line. Both ends are included. */
function linesOf(text: string, most: number): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+\s*/g)) {
    const last = lines.at(-1);
    const end = index + word.length - 1;
    const isFull = last && (index + word.trimEnd().length - last.start > most || text[last.end] === '\n');
    if (last && !isFull) last.end = end;
    else lines.push({ start: index, end });
  }
  return lines;
}
