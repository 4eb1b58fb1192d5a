import type { Writable } from 'node:stream';

/** A line about long work that replaces itself; only on a terminal, so that files and pipes stay clean. */
export function createProgress(stderr: Writable & { isTTY?: boolean }) {
  let isShown = false;
  return {
    show(text: string): void {
      if (!stderr.isTTY) return;
      stderr.write(`\r\u001b[2K${text}`);
      isShown = true;
    },
    clear(): void {
      if (isShown) stderr.write('\r\u001b[2K');
      isShown = false;
    },
  };
}
