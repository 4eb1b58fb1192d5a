/** The one source of time; tests move it by hand. Nothing asks SQL for `now()`. */
export interface Clock {
  now(): Date;
}

/** The only caller of the real time. */
export const systemClock: Clock = { now: () => new Date() };
