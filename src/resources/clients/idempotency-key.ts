/** A new `Idempotency-Key` (API.md): what is sent again under it is done once. */
export function newOnceKey(): string {
  // `crypto.randomUUID` is missing on pages that come over plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
