import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartupError } from '#server/kernel/startup-error.ts';

/** Encryption by age (age-encryption.org), so that the usual `age` opens a backup too. */

/** @throws StartupError when a recipient is not a public key of age. */
export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new StartupError(`BACKUP_RECIPIENT: "${recipient}" is not a public key of age.`);
    }
  }
  return encrypter;
}

export async function encrypted(
  content: AsyncIterable<Buffer>,
  recipients: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = encrypterFor(recipients);
  return encrypter.encrypt(webStreamOf(content));
}

/** @throws StartupError when none of the identities opens it. */
export async function decrypted(
  content: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    throw new StartupError('the identity file holds no secret key of age (AGE-SECRET-KEY-1…)');
  }
  try {
    return await decrypter.decrypt(webStreamOf(content));
  } catch {
    throw new StartupError('the backup is encrypted for another key than the identity file holds');
  }
}

function webStreamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  // Node's own type of the same class.
  const stream: WebStream<Uint8Array> = Readable.toWeb(Readable.from(content));
  return stream as ReadableStream<Uint8Array>;
}
