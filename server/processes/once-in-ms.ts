/**
 * Asks at most once in `ms` milliseconds: callers in between share the last answer, or the one on its way. `now`
 * counts milliseconds and never goes back.
 */
export function onceInMs<Answer>(
  ms: number,
  ask: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined;
  return () => {
    const at = now();
    if (last && at - last.at < ms) return last.answer;
    last = { at, answer: ask() };
    return last.answer;
  };
}
