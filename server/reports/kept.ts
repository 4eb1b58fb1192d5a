/** Keeps an answer for some time: whoever asks meanwhile gets the very same, and it is worked out once at a time. */
export function kept<Key, Answer>(
  lastsMs: number,
  work: (key: Key, now: Date) => Promise<Answer>,
): (key: Key, now: Date) => Promise<Answer> {
  const answers = new Map<Key, { at: number; answer: Promise<Answer> }>();
  return (key, now) => {
    const at = now.getTime();
    const known = answers.get(key);
    // A clock set back far makes what was kept too new to be believed.
    if (known && Math.abs(at - known.at) < lastsMs) return known.answer;
    const answer = work(key, now);
    answers.set(key, { at, answer });
    answer.catch(() => answers.get(key)?.answer === answer && answers.delete(key));
    return answer;
  };
}
