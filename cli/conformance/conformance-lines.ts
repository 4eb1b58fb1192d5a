import type { Point, PointResult } from '#conformance/point.ts';

const marks: Record<PointResult, string> = {
  ok: 'ok        ',
  lacks: 'LACKS     ',
  advice: 'advice    ',
  unchecked: 'unchecked ',
};

/** A line for each point, and the number of points that fail. */
export function conformanceLines(points: readonly Point[]): { lacking: number; lines: string[] } {
  const lacking = points.filter(({ result }) => result === 'lacks').length;
  return {
    lacking,
    lines: [
      ...points.map((point) => `${marks[point.result]}${point.title}${reasonOf(point)}`),
      '',
      ...(lacking > 0
        ? [`${lacking} of ${points.length} points are lacking; docs/cabinet-protocol.md has each section.`]
        : []),
    ],
  };
}

/** The two parts of HOST:PORT, an IPv6 address without its brackets; undefined when it is something else. */
export function listenAddress(text: string | undefined): { host: string; port: number } | undefined {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text ?? '') ?? [];
  return host && port ? { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) } : undefined;
}

function reasonOf({ detail, section, result }: Point): string {
  if (result === 'lacks') return `: ${detail} (${section})`;
  return detail === null ? '' : `: ${detail}`;
}
