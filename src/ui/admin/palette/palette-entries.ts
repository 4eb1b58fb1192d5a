import { walletApi } from '#contract/routes/wallet.ts';
import { type Destination, destinationsOf, type Place } from '#web/ui/admin/resource/places.ts';

/** A place or an act that the palette offers. */
export interface PaletteEntry extends Destination {
  /** First a client is chosen; `to` is then what follows their page's address. */
  ofClient?: boolean;
}

/** Everywhere that one may go and what one may begin from anywhere, in the order of the tabs. */
export function paletteEntries(places: readonly Place[]): PaletteEntry[] {
  return [...destinationsOf(places), replenish];
}

const replenish: PaletteEntry = {
  name: 'replenish',
  label: 'palette.replenish',
  to: '?tab=wallet&open=replenish',
  needs: [walletApi.replenish],
  isAct: true,
  ofClient: true,
};

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
