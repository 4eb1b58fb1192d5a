/** A text that also stands within sentences, where it stands alone. */
export function asSentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
