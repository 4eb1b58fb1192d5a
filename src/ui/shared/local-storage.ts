import { type MemberRole, memberRoles } from '#contract/accounts/member-role.ts';
import { type Permission, permissions } from '#contract/kernel/permissions.ts';
import { type Locale, localeOf } from '#contract/kernel/variants.ts';
import { hidePerson } from './shown-person.ts';

/** The panel's tabs, what is opened most first (docs/decisions/0255); each is shown to those who may open it. */
export const tabs = ['clients', 'money', 'tariffs', 'users', 'settings', 'account'] as const;
export type Tab = (typeof tabs)[number];

/**
 * What the browser stores, under the specification's names (section 3; DESIGN section 9). `expires`, `session` and
 * `expiresClient` are milliseconds since 1970.
 */
export interface Remembered {
  token: string;
  expires: number;
  session: number;
  permissions: Permission[];
  domain: string;
  tokenClient: string;
  expiresClient: number;
  /** The token of a session that a refused link has put aside: it ends with the right link. */
  tokenAside: string;
  /** What the customer may do for the company; the server decides. */
  roleClient: MemberRole;
  isSentAgain: boolean;
  isRightEmail: boolean;
  cabinetUrl: string;
  creationCabinetTest: boolean;
  locale: Locale;
  activeTab: Tab;
  theme: 'light' | 'dark';
}
export type RememberedKey = keyof Remembered;

const readers: { [Key in RememberedKey]: (text: string) => Remembered[Key] | undefined } = {
  token: readText,
  expires: readMoment,
  session: readMoment,
  permissions: readPermissions,
  domain: readText,
  tokenClient: readText,
  expiresClient: readMoment,
  tokenAside: readText,
  roleClient: (text) => memberRoles.find((role) => role === text),
  isSentAgain: readBoolean,
  isRightEmail: readBoolean,
  cabinetUrl: readText,
  creationCabinetTest: readBoolean,
  locale: localeOf,
  activeTab: (text) => tabs.find((tab) => tab === text),
  theme: (text) => (text === 'light' || text === 'dark' ? text : undefined),
};

/** Where a browser refuses to store (blocked, full), values live as long as the page. */
const memory = new Map<string, string>();

/** Flat local storage. Invalid values read as missing; a blocked storage is replaced by memory. */
export const storage = {
  get<Key extends RememberedKey>(key: Key): Remembered[Key] | null {
    const text = readItem(key);
    return text === null ? null : (readers[key](text) ?? null);
  },
  set<Key extends RememberedKey>(key: Key, value: Remembered[Key]): void {
    writeItem(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  },
  remove(...keys: RememberedKey[]): void {
    for (const key of keys) removeItem(key);
  },
  /**
   * Calls back when another tab changes something, with null when it cleared everything; returns a function that
   * stops this.
   */
  onChange(listener: (key: string | null) => void): () => void {
    const heard = (event: StorageEvent) => listener(event.key);
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  },
};

/** The tab opened last; the first one before any was opened (specification, section 3). */
export function activeTab(): Tab {
  return storage.get('activeTab') ?? tabs[0];
}

/** Deletes the staff session. */
export function clearStaffSession(): void {
  storage.remove('token', 'expires', 'session', 'permissions', 'domain');
}

/** Deletes the customer's session and the address of their cabinet. */
export function clearCustomerSession(): void {
  hidePerson();
  storage.remove(
    'tokenClient',
    'expiresClient',
    'tokenAside',
    'roleClient',
    'isSentAgain',
    'isRightEmail',
    'cabinetUrl',
    'creationCabinetTest',
  );
}

function readItem(key: string): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeItem(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

function removeItem(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that refuses to delete has not stored anything either.
  }
}

function readText(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function readMoment(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function readBoolean(text: string): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

function readPermissions(text: string): Permission[] | undefined {
  try {
    const held: unknown = JSON.parse(text);
    return Array.isArray(held) ? permissions.filter((name) => held.includes(name)) : undefined;
  } catch {
    return undefined;
  }
}
