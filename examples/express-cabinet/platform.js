import { createHmac, randomUUID } from 'node:crypto';

/** Calls to the platform, signed by protocol 2 and 1 (docs/cabinet-protocol.md, "Signature"). */
export function platformAt({ apiUrl, clientId, secret }) {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const mac = (content) => createHmac('sha256', key).update(content).digest('base64');

  /** Gives status and body of the answer; status 0: there was none. */
  return async function call(method, path, sent) {
    const url = new URL(`${apiUrl}/cabinet-api/${path}`);
    const body = sent === undefined ? '' : JSON.stringify(sent);
    const id = `msg_${randomUUID()}`;
    const timestamp = Math.floor(Date.now() / 1000);
    const two = mac(`${id}.${timestamp}.${method}.${url.pathname}.${body}`);
    const one = mac(`${id}.${timestamp}.${body}`);
    try {
      const answer = await fetch(url, {
        method,
        ...(sent !== undefined && { body }),
        headers: {
          'content-type': 'application/json',
          'webhook-cabinet': clientId,
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v2,${two} v1,${one}`,
        },
        redirect: 'error',
        signal: AbortSignal.timeout(5000),
      });
      return { status: answer.status, body: await answer.json().catch(() => null) };
    } catch {
      return { status: 0, body: null };
    }
  };
}
