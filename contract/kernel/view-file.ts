import { latinWords } from './latin.ts';

/** The name of a list's file that holds one view: `clients-2026-11-29.csv` is `clients-trials-2026-11-29.csv`. */
export function viewFile(name: string, view: string): string {
  const words = latinWords(view.normalize('NFC').toLowerCase());
  return words === '' ? name : name.replace(/(?=-\d{4}-\d\d-\d\d\.csv$)/, `-${words}`);
}
