/** One page holds what is worth a write of its own, and one more read. */
const pageLength = 128 * 1024;

/** Pages that are written from and filled again, so that a file of any length leaves nothing to collect. */
export class LentMemory {
  readonly #flushed: () => number;
  readonly #lent: { page: Buffer; until: number }[] = [];

  /** `flushed` counts the bytes that have left for good, in the order in which they were lent. */
  constructor(flushed: () => number) {
    this.#flushed = flushed;
  }

  page(): Buffer {
    const [oldest] = this.#lent;
    if (!oldest || oldest.until > this.#flushed()) return Buffer.allocUnsafeSlow(pageLength);
    this.#lent.shift();
    return oldest.page;
  }

  /** Until so many bytes have left. */
  lend(page: Buffer, until: number): void {
    this.#lent.push({ page, until });
  }
}
