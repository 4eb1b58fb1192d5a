/** Whether PostgreSQL refused a row because its key is taken; `constraint` names the key. */
export function isUniqueViolation(error: unknown): error is { code: '23505'; constraint: string } {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}
