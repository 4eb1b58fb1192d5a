import type * as z from 'zod';
import type { newPasskeyAnswer, passkeyAnswer } from '#contract/accounts/passkey.ts';

/** Passkeys in the browser, by `@simplewebauthn/browser`, which is loaded when somebody uses one. */
type Options = Record<string, unknown>;

/** A passkey belongs to a host name, and browsers have none for a number. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

/** Lets a device make one. Throws what `passkeyFailure` reads. */
export async function makePasskey(options: Options): Promise<z.input<typeof newPasskeyAnswer>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Json = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: options as unknown as Json, // made by the same library on the server
  });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Lets a device prove one. */
export async function provePasskey(options: Options): Promise<z.input<typeof passkeyAnswer>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Json = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: options as unknown as Json, // as above
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

/** The text for what the device or the person refused; undefined: it was something else. */
export function passkeyFailure(
  error: unknown,
): 'passkeys.cancelled' | 'passkeys.known' | 'passkeys.failed' | undefined {
  if (!(error instanceof Error)) return undefined;
  // The library wraps what it knows and keeps the browser's error as the cause.
  const names = [error.name, error.cause instanceof Error ? error.cause.name : ''];
  if (names.includes('InvalidStateError')) return 'passkeys.known';
  if (names.includes('NotAllowedError') || names.includes('AbortError')) return 'passkeys.cancelled';
  return error.name === 'WebAuthnError' || error instanceof DOMException ? 'passkeys.failed' : undefined;
}
