/**
 * How far a time zone is ahead of UTC, from a table of its transitions that is filled on demand: Intl costs
 * microseconds a call, too much for a run over all clients. Pure; Temporal is not in Node 24.
 */

/** A stretch of time within which the zone changes its offset at the moments named, mostly none or one. */
interface Stretch {
  offset: number;
  changes: readonly { at: number; offset: number }[];
}

interface Zone {
  format: Intl.DateTimeFormat;
  stretches: Map<number, Stretch>;
}

const stretchLength = 2 ** 33; // ms, about 99 days
const sampleLength = 2 ** 29; // ms, about 6 days: no zone changes and changes back within it

const zones = new Map<string, Zone>();
let last: { timeZone: string; zone: Zone; index: number; stretch: Stretch } | undefined;

/** Milliseconds by which the zone is ahead of UTC at a moment (ms since 1970). */
export function offsetAt(time: number, timeZone: string): number {
  const { offset, changes } = stretchAt(time, timeZone);
  let current = offset;
  for (const change of changes) if (time >= change.at) current = change.offset;
  return current;
}

function stretchAt(time: number, timeZone: string): Stretch {
  const index = Math.floor(time / stretchLength);
  if (last?.index === index && last.timeZone === timeZone) return last.stretch;
  const zone = last?.timeZone === timeZone ? last.zone : zoneNamed(timeZone);
  let stretch = zone.stretches.get(index);
  if (!stretch) {
    stretch = readStretch(index * stretchLength, zone.format);
    zone.stretches.set(index, stretch);
  }
  last = { timeZone, zone, index, stretch };
  return stretch;
}

function zoneNamed(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zone = { format, stretches: new Map() };
    zones.set(timeZone, zone);
  }
  return zone;
}

function readStretch(start: number, format: Intl.DateTimeFormat): Stretch {
  const changes = [];
  for (let from = start; from < start + stretchLength; from += sampleLength) {
    const until = from + sampleLength;
    const [before, after] = [readOffset(from, format), readOffset(until, format)];
    if (before !== after) changes.push({ at: changeBetween(from, until, before, format), offset: after });
  }
  return { offset: readOffset(start, format), changes };
}

/** The first moment of the new offset. */
function changeBetween(from: number, until: number, before: number, format: Intl.DateTimeFormat): number {
  let [low, high] = [from, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(middle, format) === before) low = middle;
    else high = middle;
  }
  return high;
}

function readOffset(time: number, format: Intl.DateTimeFormat): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}
