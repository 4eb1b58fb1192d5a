import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What the server gave the browser for an authenticator. */
interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

/** What may be wrong with an answer. */
interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The device recognised nobody. */
  isUnverified?: boolean;
  /** How often it says that it was used. */
  counter?: number;
  userHandle?: string;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A device with one passkey, in software: what a browser hands to the server (WebAuthn level 3, sections 6 and 7). */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let used = 0;
  let handle = '';

  const clientData = (type: string, { challenge }: Options, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );
  function authenticatorData(
    rpId: string,
    { isUnverified = false, counter }: Wrong,
    attested?: Buffer,
  ): Buffer {
    used = counter ?? used + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(used);
    const flag =
      flags.present | (isUnverified ? 0 : flags.verified) | (attested === undefined ? 0 : flags.attested);
    const hash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([hash, Buffer.from([flag]), count, attested ?? Buffer.alloc(0)]);
  }

  return {
    /** The answer that makes the passkey. */
    make(options: Options, wrong: Wrong = {}) {
      handle = options.user?.id ?? '';
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        Buffer.from(key),
      ]);
      const authData = authenticatorData(wrong.rpId ?? options.rp?.id ?? '', wrong, attested);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, wrong).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** The answer that proves it. */
    prove(options: Options, wrong: Wrong = {}) {
      const authData = authenticatorData(wrong.rpId ?? options.rpId ?? '', wrong);
      const said = clientData('webauthn.get', options, wrong);
      const signed = Buffer.concat([authData, createHash('sha256').update(said).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: wrong.userHandle ?? handle,
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;
