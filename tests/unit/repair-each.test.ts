import { describe, expect, it } from 'vitest';
import type { RepairAnswer } from '#contract/cabinets/cabinet.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { repairEach, type Tally } from '#web/resources/cabinets/repair-each.ts';

const ids = Array.from({ length: 20 }, (_, index) => String(index));
const answer = (result: RepairAnswer['result']): RepairAnswer => ({ result, message: '' });
const refusal = (code: string) => new HttpError({ message: code, code });
const run = (
  repair: (id: string) => Promise<RepairAnswer>,
  { signal = new AbortController().signal, onTally = (_tally: Tally) => undefined as void } = {},
) => repairEach(ids, repair, { signal, onTally });

describe('repairing each of a list', () => {
  it('asks for every one once, four at a time, and counts how each ended', async () => {
    const asked: string[] = [];
    let [now, most] = [0, 0];
    const tallies: number[] = [];
    const tally = await run(
      async (id) => {
        asked.push(id);
        most = Math.max(most, (now += 1));
        await Promise.resolve();
        now -= 1;
        return answer(id === '3' ? 'failed' : id === '4' ? 'under_way' : 'repaired');
      },
      {
        onTally: ({ repaired, failed, under_way, gone }) =>
          void tallies.push(repaired + failed + under_way + gone),
      },
    );
    expect(asked.sort()).toEqual([...ids].sort());
    expect(most).toBe(4);
    expect(tally).toEqual({ repaired: 18, failed: 1, under_way: 1, gone: 0 });
    expect(tallies).toEqual(ids.map((_, index) => index + 1));
  });

  it('counts what is repaired meanwhile, and what this colleague may not repair', async () => {
    const codes = new Map([
      ['1', 'not_found'],
      ['2', 'cabinet_not_failed'],
      ['3', 'above_own_permissions'],
    ]);
    const tally = await run(async (id) => {
      const code = codes.get(id);
      if (code) throw refusal(code);
      return answer('repaired');
    });
    expect(tally).toEqual({ repaired: 17, failed: 1, under_way: 0, gone: 2 });
  });

  it('begins nothing more when it is stopped', async () => {
    const stopping = new AbortController();
    const tally = await run(
      async () => {
        stopping.abort();
        return answer('repaired');
      },
      { signal: stopping.signal },
    );
    expect(tally.repaired).toBeLessThanOrEqual(4);
  });

  it('ends with what concerns all of them, and counts nothing after that', async () => {
    let isTold = false;
    const asked: string[] = [];
    await expect(
      run(
        async (id) => {
          asked.push(id);
          if (id === '2') throw refusal('network');
          return answer('repaired');
        },
        { onTally: () => void (isTold ||= asked.length > 8) },
      ),
    ).rejects.toThrow('network');
    expect(asked.length).toBeLessThan(ids.length);
    expect(isTold).toBe(false);
  });
});
