import { hash, verify } from '@node-rs/argon2';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import { isCommonPassword, isOwnName } from '#server/kernel/common-passwords.ts';

/** What one hash costs: KiB of memory, and passes over it. */
export interface HashingCost {
  memoryCost: number;
  timeCost: number;
}

/** 19 MiB, two passes (DESIGN section 13). A change here re-hashes each password at its next login. */
const strongCost: HashingCost = { memoryCost: 19_456, timeCost: 2 };

// More at once would only make everybody slower: the rest is refused and tries again.
const atOnce = 4;
const waitingAtMost = 32;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** The same for a chosen password: refuses a common one, and one made of the `own` names and addresses. */
  hashNew(password: string, own: readonly (string | null | undefined)[]): Promise<string>;
  /** Takes as long for an unknown account (`null`) as for a known one. */
  verify(stored: string | null, password: string): Promise<boolean>;
  isOutdated(stored: string): boolean;
}

/** With argon2id. Tests give a lower cost, because their passwords protect nothing. */
export async function createPasswords({
  memoryCost,
  timeCost,
}: HashingCost = strongCost): Promise<Passwords> {
  // 2 is argon2id: the package's enum is ambient, which unbuilt TypeScript cannot read.
  const parameters = { algorithm: 2, memoryCost, timeCost, parallelism: 1 };
  const currentPrefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`;
  const gate = createGate();
  const dummy = await hash('no account has this password', parameters);
  const hashed = (password: string) => gate(() => hash(password.normalize('NFC'), parameters));
  return {
    hash: hashed,
    async hashNew(password, own) {
      const refusal = refusalOfNew(password, own);
      if (refusal) throw fieldError('password', refusal);
      return hashed(password);
    },
    verify: (stored, password) =>
      gate(async () => {
        const right = await verify(stored ?? dummy, password.normalize('NFC'));
        return right && stored !== null;
      }),
    isOutdated: (stored) => !stored.startsWith(currentPrefix),
  };
}

/** Why a chosen password is refused; null for a good one. */
export function refusalOfNew(password: string, own: readonly (string | null | undefined)[]) {
  if (isCommonPassword(password)) return 'validation.passwordCommon';
  return isOwnName(password, own) ? 'validation.passwordOwnName' : null;
}

/** Lets `atOnce` run, `waitingAtMost` wait, and refuses the rest with 429. */
function createGate() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new AppError('busy', { retryAfter: 1 });
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
