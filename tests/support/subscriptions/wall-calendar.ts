/**
 * The local clocks of a zone, tick by tick: it looks up what the pure rules compute. A tick is a number of steps
 * after the calendar's beginning.
 */
export interface WallCalendar {
  ticks: number;
  moment(tick: number): Date;
  tickOf(moment: Date): number;
  /** The local day at a tick, in days since 1970, and the minutes since midnight. */
  day(tick: number): number;
  minutes(tick: number): number;
  /** The tick at which local clocks show a time: the first if it comes twice; if it is skipped, later by the gap. */
  showing(day: number, minutes: number): number;
}

const minute = 60_000;

export function readWallCalendar(
  timeZone: string,
  { from, to, step }: { from: string; to: string; step: number },
): WallCalendar {
  const start = Date.parse(from);
  const ticks = (Date.parse(to) - start) / (step * minute);
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const days = new Int32Array(ticks);
  const minutes = new Int32Array(ticks);
  const ticksOfDay = new Map<number, number[]>();
  for (let tick = 0; tick < ticks; tick += 1) {
    const [date = '', time = ''] = format.format(start + tick * step * minute).split(' '); // 2027-03-28 04:00
    const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
    days[tick] = day;
    minutes[tick] = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    ticksOfDay.set(day, [...(ticksOfDay.get(day) ?? []), tick]);
  }
  const calendar: WallCalendar = {
    ticks,
    moment: (tick) => new Date(start + tick * step * minute),
    tickOf: (moment) => (moment.getTime() - start) / (step * minute),
    day: (tick) => days[tick] ?? NaN,
    minutes: (tick) => minutes[tick] ?? NaN,
    showing(day, wanted) {
      const ofDay = ticksOfDay.get(day);
      if (!ofDay) return Infinity; // beyond the calendar
      const exact = ofDay.find((tick) => minutes[tick] === wanted);
      // That many minutes after midnight, as if nothing were skipped.
      return exact ?? (ofDay[0] ?? NaN) + wanted / step;
    },
  };
  return calendar;
}
