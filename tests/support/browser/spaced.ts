/** A text with plain spaces instead of those at which no line breaks, as in sums and days. */
export function spaced(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');
}
