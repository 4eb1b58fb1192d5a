import { hash, verify } from '@node-rs/argon2';
import { Refused } from '#server/refused.ts';

/** argon2id, 19 MiB, two passes (DESIGN section 13). A change here re-hashes each password at its next login. */
// 2 is argon2id: the package's enum is ambient, which unbuilt TypeScript cannot read.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$';

// More at once would only make everybody slower: the rest is told to come back.
const atOnce = 4;
const waitingAtMost = 32;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (`null`) as for a known one. */
  verify(stored: string | null, password: string): Promise<boolean>;
  isOutdated(stored: string): boolean;
}

export async function createPasswords(): Promise<Passwords> {
  const gate = createGate();
  const dummy = await hash('no account has this password', parameters);
  return {
    hash: (password) => gate(() => hash(password.normalize('NFC'), parameters)),
    verify: (stored, password) =>
      gate(async () => {
        const right = await verify(stored ?? dummy, password.normalize('NFC'));
        return right && stored !== null;
      }),
    isOutdated: (stored) => !stored.startsWith(currentPrefix),
  };
}

/** Lets `atOnce` run, `waitingAtMost` wait, and refuses the rest with 429. */
function createGate() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new Refused('busy', { retryAfter: 1 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
