/** A new `Idempotency-Key` (API.md): a request that is sent again with it acts once. */
export function newIdempotencyKey(): string {
  // `crypto.randomUUID` is missing on pages loaded over plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
