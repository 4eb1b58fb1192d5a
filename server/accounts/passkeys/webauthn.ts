import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type NewPasskeyInput, type PasskeyAnswer, passkeySeconds } from '#contract/accounts/passkey.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import type { PasskeyRow } from '#server/db/tables.ts';
import { parseJson } from '#server/kernel/parse-json.ts';

/**
 * WebAuthn by `@simplewebauthn/server`, as this platform wants it: discoverable credentials without attestation, and
 * always a person whom the device has recognised. Passkeys belong to the host of `PUBLIC_URL` (docs/decisions/0195).
 */
interface Place {
  productName: string;
  config: { publicUrl: string };
}

const timeout = passkeySeconds * 1000;

export function creationOptions(
  { productName, config }: Place,
  account: AccountRow,
  known: readonly PasskeyRow[],
) {
  return generateRegistrationOptions({
    rpName: productName,
    rpID: new URL(config.publicUrl).hostname,
    userID: handleOf(account),
    userName: account.email,
    userDisplayName: account.name,
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Without names of credentials: the device offers those that it has. */
export function requestOptions({ config }: Place) {
  return generateAuthenticationOptions({
    rpID: new URL(config.publicUrl).hostname,
    userVerification: 'required',
    timeout,
  });
}

/** The credential of a right answer; undefined for a wrong one. */
export async function madeCredential(
  { config }: Place,
  { answer, challenge }: { answer: NewPasskeyInput['answer']; challenge: string },
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'> | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library's type has no `undefined` members.
      response: { clientExtensionResults: {}, ...answer } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: config.publicUrl,
      expectedRPID: new URL(config.publicUrl).hostname,
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credential_id: id, public_key: Buffer.from(publicKey), counter };
  } catch {
    return undefined; // the library throws for each thing that is wrong with an answer
  }
}

/** The authenticator's counter after a right answer; undefined for a wrong one, and for a counter that went back. */
export async function provedCounter(
  { config }: Place,
  {
    answer,
    challenge,
    account,
    passkey,
  }: { answer: PasskeyAnswer; challenge: string; account: AccountRow; passkey: PasskeyRow },
): Promise<number | undefined> {
  const { userHandle } = answer.response;
  if (userHandle && userHandle !== Buffer.from(handleOf(account)).toString('base64url')) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // As above.
      response: { clientExtensionResults: {}, ...answer } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: config.publicUrl,
      expectedRPID: new URL(config.publicUrl).hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined; // as above
  }
}

/** The challenge that an answer says it is for. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | undefined {
  const said = parseJson(Buffer.from(response.clientDataJSON, 'base64url').toString());
  if (typeof said !== 'object' || said === null || !('challenge' in said)) return undefined;
  return typeof said.challenge === 'string' ? said.challenge : undefined;
}

/** What an authenticator knows an account by: neither its address nor a name. */
function handleOf({ id }: Pick<AccountRow, 'id'>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'));
}
