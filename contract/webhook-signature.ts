/**
 * Signatures between the platform and cabinets, in the Standard Webhooks convention: HMAC-SHA256 over
 * `id.timestamp.body`, headers `webhook-id`, `webhook-timestamp`, `webhook-signature: v1,BASE64`. A cabinet names
 * itself in `webhook-cabinet`. Web Crypto, so that both sides and other runtimes use the same code.
 */
export const signatureHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
  cabinet: 'webhook-cabinet',
} as const;

/** How far a signature's clock may be off, in seconds. */
export const signatureToleranceSeconds = 300;

interface Signed {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * The value of `webhook-signature` for a message. `secret` is any text, whose UTF-8 bytes are the key; one that begins
 * with `whsec_` is Base64, as the libraries of the convention have it.
 */
export async function signMessage(secret: string, { id, timestamp, body }: Signed): Promise<string> {
  const mac = await crypto.subtle.sign(
    'HMAC',
    await keyOf(secret, 'sign'),
    encode(`${id}.${timestamp}.${body}`),
  );
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}

/** Whether one of the space-separated signatures is right and the clock within the tolerance. */
export async function isSignedBy(
  secret: string,
  message: Signed & { signature: string; now: Date },
): Promise<boolean> {
  const age = Math.abs(message.now.getTime() / 1000 - message.timestamp);
  if (!Number.isFinite(age) || age > signatureToleranceSeconds) return false;
  const key = await keyOf(secret, 'verify');
  const content = encode(`${message.id}.${message.timestamp}.${message.body}`);
  for (const part of message.signature.split(' ')) {
    const bytes = part.startsWith('v1,') ? decodeBase64(part.slice(3)) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return true;
  }
  return false;
}

function keyOf(secret: string, usage: 'sign' | 'verify') {
  const bytes = secret.startsWith('whsec_') ? decodeBase64(secret.slice(6)) : undefined;
  return crypto.subtle.importKey('raw', bytes ?? encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    usage,
  ]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
