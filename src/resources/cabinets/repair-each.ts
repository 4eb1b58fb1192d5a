import type { RepairAnswer } from '#contract/cabinets/cabinet.ts';
import { HttpError } from '#web/providers/http-error.ts';

/** The number of repairs by result. `gone`: it was off the list already, by itself or by somebody else. */
export type Tally = Record<RepairAnswer['result'] | 'gone', number>;

const atOnce = 4;
const goneCodes: readonly string[] = ['not_found', 'cabinet_not_failed'];

/**
 * Repairs four at a time until all are done or `signal` stops it; running repairs are waited for. A single refusal is
 * counted; failures of the network or the session are thrown.
 */
export async function repairEach(
  ids: readonly string[],
  repair: (id: string) => Promise<RepairAnswer>,
  { signal, onTally }: { signal: AbortSignal; onTally: (tally: Tally) => void },
): Promise<Tally> {
  const tally: Tally = { repaired: 0, under_way: 0, failed: 0, gone: 0 };
  const waiting = [...ids];
  let isBroken = false;
  await Promise.all(Array.from({ length: atOnce }, work));
  return { ...tally };

  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (signal.aborted || isBroken) return;
      try {
        tally[await resultOf(id)] += 1;
        if (!isBroken) onTally({ ...tally });
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  }

  async function resultOf(id: string): Promise<keyof Tally> {
    try {
      return (await repair(id)).result;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (goneCodes.includes(error.code)) return 'gone';
      if (error.code === 'above_own_permissions') return 'failed';
      throw error;
    }
  }
}
