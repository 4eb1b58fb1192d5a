const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * A value for the middle of a sentence. A name that is written from right to left is isolated, or it would draw the
 * numbers and punctuation after it to its other side. Others stay as they are.
 */
export function isolated(value: unknown): string {
  const text = String(value);
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
