/** PostgreSQL refused a row because another one has its key; `constraint` names which. */
export function isUniqueViolation(error: unknown): error is { code: '23505'; constraint: string } {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}
