/**
 * `lacks`: it can't be sold so. `advice`: it can, but people will miss it. `unchecked`: this needs more than was given.
 */
export type PointResult = 'ok' | 'lacks' | 'advice' | 'unchecked';

/** One requirement of the cabinet protocol; `section` is a heading of its page. */
export interface Point {
  key: string;
  section: string;
  title: string;
  result: PointResult;
  detail: string | null;
}

export type Finding = PointResult | [PointResult, string];
export type Check = { key: string; section: string; title: string };

export function check(key: string, section: string, title: string): Check {
  return { key, section, title };
}

export function point(of: Check, finding: Finding): Point {
  const [result, detail] = typeof finding === 'string' ? [finding, null] : finding;
  return { ...of, result, detail };
}
