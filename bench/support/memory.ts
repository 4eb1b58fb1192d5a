import { readFile } from 'node:fs/promises';

/** The memory of a process and its children; a shared page is divided among those who share it. */
export async function megabytesOf(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const own = Number(/^Pss: +(\d+) kB/m.exec(told)?.[1] ?? 0) / 1024;
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(megabytesOf));
  return own + below.reduce((sum, one) => sum + one, 0);
}
