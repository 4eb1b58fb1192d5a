/** Deadlock, serialization failure, a lock that others held too long. */
const codes = new Set(['40P01', '40001', '55P03']);

/** Whether two transactions were in each other's way: the same again may succeed. */
export function isPassingConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code));
}

/** Does a transaction again, a few times, when another one was in its way. */
export async function repeatOnConflict<Result>(work: () => Promise<Result>, tries = 3): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || !isPassingConflict(error)) throw error;
    return repeatOnConflict(work, tries - 1);
  }
}
