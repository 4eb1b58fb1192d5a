/**
 * `lacks`: it can't be sold like this. `advice`: it can, but people will miss something. `unchecked`: the check was
 * not given enough for it.
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
