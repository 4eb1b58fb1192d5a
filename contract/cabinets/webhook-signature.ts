/**
 * Signatures between the platform and cabinets, in the Standard Webhooks convention: HMAC-SHA256 over
 * `id.timestamp.body` (protocol 1, `v1,`) or `id.timestamp.METHOD.path.body` (protocol 2, `v2,`), headers `webhook-
 * id`, `webhook-timestamp`, `webhook-signature: v2,BASE64 v1,BASE64`. A cabinet names itself in `webhook-cabinet`.
 * Uses Web Crypto, so that both sides and other runtimes can share the code.
 */
export const signatureHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
  cabinet: 'webhook-cabinet',
} as const;

/** How far the clock of a signature may be off, in seconds. */
export const signatureToleranceSeconds = 300;

interface Signed {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

interface SignedRequest extends Signed {
  method: string;
  /** With its query, as in the request line. */
  path: string;
}

interface Received {
  /** The header; several signatures, separated by spaces. */
  signature: string;
  now: Date;
}

/** 2 covers method and path, so that a call can't be turned into another one. */
export type SignatureProtocol = 1 | 2;
const bothProtocols: readonly SignatureProtocol[] = [2, 1];

/**
 * A signature by protocol 1. `secret` is any text, whose UTF-8 bytes are the key; one that begins with `whsec_` is
 * Base64, as in the convention's libraries.
 */
export async function signMessage(secret: string, message: Signed): Promise<string> {
  return `v1,${await macOf(secret, contentOf(1, { ...message, method: '', path: '' }))}`;
}

/**
 * The value of `webhook-signature`: a signature for each protocol and secret, because the other side may only know
 * the older ones.
 */
export async function signRequest(
  secrets: string | readonly string[],
  request: SignedRequest,
  protocols: readonly SignatureProtocol[] = bothProtocols,
): Promise<string> {
  const signatures: string[] = [];
  for (const protocol of protocols) {
    for (const secret of [secrets].flat()) {
      signatures.push(`v${protocol},${await macOf(secret, contentOf(protocol, request))}`);
    }
  }
  return signatures.join(' ');
}

/**
 * The protocol and the secret by which a request is signed; undefined when the signature is wrong or its clock is
 * off. After a signature by protocol 2 a receiver accepts no more signatures by 1 from the same sender.
 */
export async function signerOf(
  secrets: readonly string[],
  request: SignedRequest & Received,
  protocols: readonly SignatureProtocol[] = bothProtocols,
): Promise<{ protocol: SignatureProtocol; secret: string } | undefined> {
  if (!isOnTime(request)) return undefined;
  for (const protocol of protocols) {
    // A dot in the id could shift the parts after it.
    if (protocol === 2 && request.id.includes('.')) continue;
    for (const secret of secrets) {
      const content = contentOf(protocol, request);
      if (await isAmong(request.signature, { prefix: `v${protocol},`, secret, content })) {
        return { protocol, secret };
      }
    }
  }
  return undefined;
}

/** Whether one of the signatures is right by protocol 1 and the clock within the tolerance. */
export async function isSignedBy(secret: string, message: Signed & Received): Promise<boolean> {
  const request = { ...message, method: '', path: '' };
  return (await signerOf([secret], request, [1])) !== undefined;
}

function contentOf(
  protocol: SignatureProtocol,
  { id, timestamp, method, path, body }: SignedRequest,
): string {
  return protocol === 1 ? `${id}.${timestamp}.${body}` : `${id}.${timestamp}.${method}.${path}.${body}`;
}

function isOnTime({ timestamp, now }: { timestamp: number; now: Date }): boolean {
  const age = Math.abs(now.getTime() / 1000 - timestamp);
  return Number.isFinite(age) && age <= signatureToleranceSeconds;
}

async function isAmong(
  signatures: string,
  { prefix, secret, content }: { prefix: string; secret: string; content: string },
): Promise<boolean> {
  const key = await keyOf(secret, 'verify');
  for (const part of signatures.split(' ')) {
    const bytes = part.startsWith(prefix) ? decodeBase64(part.slice(prefix.length)) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, encode(content)))) return true;
  }
  return false;
}

async function macOf(secret: string, content: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), encode(content));
  return btoa(String.fromCharCode(...new Uint8Array(mac)));
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
