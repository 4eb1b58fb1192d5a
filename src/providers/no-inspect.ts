/**
 * Replaces object-inspect in the built pages. `qs`, which refine parses addresses with, has it write a value into an
 * error that nobody sees (docs/decisions/0215).
 */
export default function inspect(value: unknown): string {
  return String(value);
}
