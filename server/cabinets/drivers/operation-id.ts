import { createHash } from 'node:crypto';

/**
 * A UUID that is always the same for the same operation, so that a repeat is recognised. It reveals nothing about it.
 */
export function operationOf(act: string): string {
  const hex = createHash('sha256').update(act).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
