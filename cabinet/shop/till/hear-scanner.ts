/** What a scanner has typed, with the Enter that ends it. */
export interface Scan {
  code: string;
  enter: KeyboardEvent;
  /** The value of the field in focus before the code came into it. */
  before: string;
}

/**
 * A scanner types letters and digits, and Enter, faster than hands do. Where no field is in focus nobody types by hand.
 * Runs in the browser, and so uses nothing from outside.
 */
export function hearScanner(take: (scan: Scan) => void): void {
  let code = '';
  let before = '';
  let last = 0;
  const hear = (event: KeyboardEvent) => {
    const field = event.target instanceof HTMLInputElement ? event.target : undefined;
    const [most, least] = field ? [150, 8] : [1000, 6];
    const isQuick = event.timeStamp - last < most;
    const isCode = isQuick && code.length >= least && /^[\w-]+$/.test(code);
    if (event.key === 'Enter' && isCode) take({ code, enter: event, before });
    if (event.key === 'Enter') code = '';
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return;
    if (!isQuick) code = '';
    if (code === '') before = field?.value ?? '';
    code += event.key;
    last = event.timeStamp;
  };
  addEventListener('keydown', hear, true);
}
