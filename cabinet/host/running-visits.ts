/** Which requests are being answered, by cabinet. */
export function runningVisits({ patienceMs = 10_000 } = {}) {
  const running = new Map<string, Set<Promise<unknown>>>();
  return { track, idle };

  async function track<Answer>(clientId: string, work: Promise<Answer>): Promise<Answer> {
    const own = running.get(clientId) ?? new Set();
    running.set(clientId, own.add(work));
    try {
      return await work;
    } finally {
      own.delete(work);
      if (own.size === 0) running.delete(clientId);
    }
  }

  /** Waits for those that run now; false if that takes too long. */
  async function idle(clientId: string): Promise<boolean> {
    const own = [...(running.get(clientId) ?? [])];
    if (own.length === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((done) => {
      timer = setTimeout(() => done(false), patienceMs);
    });
    const ended = Promise.allSettled(own).then(() => true);
    return Promise.race([ended, late]).finally(() => clearTimeout(timer));
  }
}
