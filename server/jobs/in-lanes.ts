/**
 * Does the same work in a number of lanes at once and gives what each of them returned. When one fails, the others are
 * waited for before its error is thrown: no work goes on behind a job that is over.
 */
export async function inLanes<Result>(lanes: number, lane: () => Promise<Result>): Promise<Result[]> {
  const work = Array.from({ length: lanes }, lane);
  await Promise.allSettled(work);
  return Promise.all(work);
}
