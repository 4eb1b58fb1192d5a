/**
 * The start cannot go on and the operator can mend it: `message` is one line that says what is wrong and what to
 * do, never with a secret in it. `main.ts` prints the line without a stack and ends with status 1 (DESIGN section 3).
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
