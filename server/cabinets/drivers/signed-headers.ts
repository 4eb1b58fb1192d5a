import { signatureHeaders, signRequest } from '#contract/cabinets/webhook-signature.ts';

interface SignedRequest {
  /** The same when a message is sent again. */
  id: string;
  method: string;
  /** With its query. */
  path: string;
  /** The body, or its digest where only that is signed. */
  body: string;
  now: Date;
}

/** The headers that sign a request to a cabinet's side (`docs/cabinet-protocol.md`, "Signature"). */
export async function signedHeaders(
  secrets: string | readonly string[],
  { id, method, path, body, now }: SignedRequest,
): Promise<Record<string, string>> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    [signatureHeaders.id]: id,
    [signatureHeaders.timestamp]: String(timestamp),
    [signatureHeaders.signature]: await signRequest(secrets, { id, timestamp, method, path, body }),
  };
}
