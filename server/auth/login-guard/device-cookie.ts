import { randomBytes } from 'node:crypto';
import type { AccountKind } from '#server/db/tables.ts';
import type { Secrets } from '#server/keys/secrets.ts';

/**
 * The cookie of a device that has signed in before (GROWTH section 15, "Logins"; docs/decisions/0095). It is no
 * session: it only decides which counter this browser's failed logins go to. One signed entry for each account, the
 * latest first.
 */
interface DeviceEntry {
  kind: AccountKind;
  accountId: string;
  deviceId: string;
  /** Seconds of the epoch. */
  signedInAt: number;
}

/** An account with the moment since which its devices are valid. */
export interface KnownAccount {
  id: string;
  devices_from: Date | null;
}

type Signer = Pick<Secrets, 'signDevice' | 'isDeviceSignature'>;

/** Browsers keep no cookie longer. */
const longestSeconds = 400 * 86_400;
/** The most accounts in one browser's cookie; more would only make each request longer. */
const mostEntries = 8;
const letters = { staff: 's', customer: 'c' } as const satisfies Record<AccountKind, string>;

/** Reads and writes the cookie. `isCrossSite`: pages of other sites call the API, which only `None` lets send it. */
export function createDeviceCookies({
  signer,
  isSecure,
  isCrossSite,
}: {
  signer: Signer;
  isSecure: boolean;
  isCrossSite: boolean;
}) {
  const name = isSecure ? '__Host-device' : 'device';
  const attributes = [
    'Path=/',
    `Max-Age=${longestSeconds}`,
    'HttpOnly',
    isSecure && isCrossSite ? 'SameSite=None' : 'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');

  const entriesIn = (header: string | null, now: Date): DeviceEntry[] => {
    const value = cookieValue(header, name);
    if (value === undefined) return [];
    const oldest = epochSeconds(now) - longestSeconds;
    return value
      .split('!')
      .slice(0, mostEntries)
      .flatMap((text) => readEntry(text, signer) ?? [])
      .filter(({ signedInAt }) => signedInAt > oldest);
  };

  return {
    /** Whether any account of a kind has signed in from this device, also if the device is no longer known. */
    hasAny: (header: string | null, kind: AccountKind, now: Date): boolean =>
      entriesIn(header, now).some((entry) => entry.kind === kind),

    /** The device's id for an account that has signed in from it since the account's devices are valid. */
    idFor(
      header: string | null,
      kind: AccountKind,
      { id, devices_from }: KnownAccount,
      now: Date,
    ): string | undefined {
      // The cookie has whole seconds, and a sign-in right after a new password has the same second.
      const from = devices_from ? epochSeconds(devices_from) : 0;
      const found = entriesIn(header, now).find((entry) => entry.kind === kind && entry.accountId === id);
      return found && found.signedInAt >= from ? found.deviceId : undefined;
    },

    /** The `Set-Cookie` after a sign-in: the accounts that it had, and this one first, under the newest key. */
    remembering(header: string | null, kind: AccountKind, accountId: string, now: Date): string {
      const before = entriesIn(header, now);
      const isThis = (entry: DeviceEntry) => entry.kind === kind && entry.accountId === accountId;
      const deviceId = before.find(isThis)?.deviceId ?? randomBytes(12).toString('base64url');
      const entries = [
        { kind, accountId, deviceId, signedInAt: epochSeconds(now) },
        ...before.filter((entry) => !isThis(entry)),
      ].slice(0, mostEntries);
      return `${name}=${entries.map((entry) => writeEntry(entry, signer)).join('!')}; ${attributes}`;
    },
  };
}
export type DeviceCookies = ReturnType<typeof createDeviceCookies>;

function writeEntry({ kind, accountId, deviceId, signedInAt }: DeviceEntry, signer: Signer): string {
  const said = `${letters[kind]}.${accountId}.${deviceId}.${signedInAt}`;
  return `${said}.${signer.signDevice(said)}`;
}

function readEntry(text: string, signer: Signer): DeviceEntry | undefined {
  const read = /^((s|c)\.([0-9a-f-]{36})\.([\w-]{16})\.(\d{1,12}))\.([\w-]{43})$/.exec(text);
  const [, said = '', letter, accountId = '', deviceId = '', at, signature = ''] = read ?? [];
  if (!read || !signer.isDeviceSignature(said, signature)) return undefined;
  return {
    kind: letter === letters.staff ? 'staff' : 'customer',
    accountId,
    deviceId,
    signedInAt: Number(at),
  };
}

/** The first cookie of that name; one added by a proxy or another page has no valid signature. */
export function cookieValue(header: string | null, name: string): string | undefined {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

function epochSeconds(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
