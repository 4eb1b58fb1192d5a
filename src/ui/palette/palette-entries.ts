import type { Permission } from '#contract/permissions.ts';

/** A place or an act that the palette offers; `label` and `group` are keys of the texts. */
export interface PaletteEntry {
  key: string;
  label: string;
  group: 'places' | 'actions';
  /** Null: for everyone who is signed in. */
  needs: Permission | null;
  /** What it does changes something: not offered where everything is view-only. */
  writes?: boolean;
  to: string;
  /** First a client is chosen; `to` is then what follows their page's address. */
  ofClient?: boolean;
}

const panel = '/admin-panel';
const settings = `${panel}/settings`;

/** Everywhere that one may go and what one may begin from anywhere, in the order of the tabs. */
export const paletteEntries: readonly PaletteEntry[] = [
  place('home', 'palette.home', panel, null),
  place('tariffs', 'nav.tariffs', `${panel}/tariffs`, 'tariffs.read'),
  place('clients', 'nav.clients', `${panel}/clients`, 'clients.read'),
  place('cabinets', 'cabinets.title', `${panel}/cabinets`, 'clients.read'),
  place('settings', 'nav.settings', settings, 'settings.read'),
  place('general', 'settings.general.title', `${settings}/general`, 'settings.read'),
  place('partners', 'settings.partners.title', `${settings}/partners`, 'settings.read'),
  place('promo-codes', 'settings.promo-codes.title', `${settings}/promo-codes`, 'settings.read'),
  place('offer', 'settings.offer.title', `${settings}/offer`, 'settings.read'),
  place('emails', 'settings.emails.title', `${settings}/emails`, 'settings.read'),
  place('audit', 'settings.audit.title', `${settings}/audit`, 'audit.read'),
  place('account', 'nav.account', `${panel}/account`, null),
  place('users', 'nav.users', `${panel}/users`, 'users.read'),
  act('new-client', 'palette.newClient', `${panel}/clients/create`, 'clients.write'),
  act('import', 'clients.import.title', `${panel}/clients/import`, 'clients.write'),
  {
    ...act('replenish', 'palette.replenish', '?tab=wallet&open=replenish', 'clients.replenish'),
    ofClient: true,
  },
  act('new-tariff', 'palette.newTariff', `${panel}/tariffs/create`, 'tariffs.write'),
  act('new-user', 'palette.invite', `${panel}/users/create`, 'users.write'),
];

/**
 * Those whose name has every word that was typed, in any order and case: first the ones that begin with it.
 */
export function matching<Named extends { name: string }>(entries: readonly Named[], typed: string): Named[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const rankOf = ({ name }: Named) => (folded(name).startsWith(words[0] ?? '') ? 0 : 1);
  return entries
    .filter(({ name }) => words.every((word) => folded(name).includes(word)))
    .sort((a, b) => rankOf(a) - rankOf(b));
}

// Accents aside, so that "ąžuolas" is found by what a foreign keyboard types.
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

function place(key: string, label: string, to: string, needs: Permission | null): PaletteEntry {
  return { key, label, group: 'places', needs, to };
}

function act(key: string, label: string, to: string, needs: Permission): PaletteEntry {
  return { key, label, group: 'actions', needs, writes: true, to };
}
