import { describe, expect, it } from 'vitest';
import { repeatOnConflict } from '#server/db/passing-conflict.ts';

const error = (code: string) => Object.assign(new Error('no'), { code });

describe('a transaction that another one was in the way of', () => {
  const failing = (times: number, code: string) => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries <= times) throw error(code);
      return tries;
    };
    return { work, tries: () => tries };
  };

  it.each(['40P01', '40001', '55P03'])('is done again after %s, three times in all', async (code) => {
    expect(await repeatOnConflict(failing(2, code).work)).toBe(3);
    const inVain = failing(3, code);
    await expect(repeatOnConflict(inVain.work)).rejects.toMatchObject({ code });
    expect(inVain.tries()).toBe(3);
  });

  it('is done once after any other failure', async () => {
    const other = failing(1, '23505');
    await expect(repeatOnConflict(other.work)).rejects.toMatchObject({ code: '23505' });
    expect(other.tries()).toBe(1);
  });
});
