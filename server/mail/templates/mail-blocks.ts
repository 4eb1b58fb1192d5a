/** Words of one kind; `href`: where they lead. */
export interface Run {
  text: string;
  strong?: boolean;
  em?: boolean;
  href?: string;
}

export interface NamedValue {
  label: Run[];
  value: Run[];
}

/** A part of an email. In a template its texts and addresses have variables, in an email their values. */
export type MailBlock =
  | { type: 'heading'; level: 1 | 2; runs: Run[] }
  | { type: 'paragraph'; runs: Run[] }
  /** In small. */
  | { type: 'note'; runs: Run[] }
  | { type: 'button'; runs: Run[]; href: string }
  | { type: 'list'; ordered: boolean; items: Run[][] }
  /** Names with their values. Sums below one another have their result last. */
  | { type: 'rows'; are: 'sums' | 'facts'; rows: NamedValue[] }
  | { type: 'line' };

export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}
