/** The one source of time; tests move it by hand. Nothing but the clock guard asks SQL for `now()`. */
export interface Clock {
  now(): Date;
  /**
   * For a clock that is set by hand: its intended difference from the real time, in milliseconds. The clock guard
   * expects this difference from the database's clock; without it both have to agree.
   */
  movedMs?(): number;
}

/** The only caller of the real time. */
export const systemClock: Clock = { now: () => new Date() };
