/**
 * Reads that many callers ask for at once. All who ask while one is running share the next one, which begins after
 * they asked and so shows everything that was committed before.
 */
export function singleFlight(): <Value>(key: string, read: () => Promise<Value>) => Promise<Value> {
  interface Reading {
    now: Promise<unknown>;
    next?: Promise<unknown>;
  }
  const readings = new Map<string, Reading>();

  return <Value>(key: string, read: () => Promise<Value>) => {
    const begin = () => {
      const reading: Reading = { now: read() };
      readings.set(key, reading);
      const end = (): void => {
        if (!reading.next) readings.delete(key);
      };
      reading.now.then(end, end);
      return reading.now;
    };
    const under = readings.get(key);
    const shared = under ? (under.next ??= under.now.then(begin, begin)) : begin();
    return shared as Promise<Value>; // the key stands for reads of one type
  };
}
