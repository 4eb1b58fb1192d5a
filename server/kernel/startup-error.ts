/**
 * The start cannot continue and the operator can fix it: `message` is one line that says what is wrong and what to do,
 * without secrets. `main.ts` prints the line without a stack and ends with status 1 (DESIGN section 3).
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
