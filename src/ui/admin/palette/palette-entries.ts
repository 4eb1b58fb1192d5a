import { clientNoteApi } from '#contract/routes/panel/note.ts';
import { clientApi } from '#contract/routes/client.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { type Destination, destinationsOf, type Place } from '#web/ui/admin/resource/places.ts';

/** A place or an action in the palette. */
export interface PaletteEntry extends Destination {
  /** A client is chosen first; `to` then follows the address of the client's page or of its form. */
  ofClient?: 'show' | 'edit';
}

/** Every place and action that the person may use, in the order of the tabs. */
export function paletteEntries(places: readonly Place[]): PaletteEntry[] {
  return [...destinationsOf(places), ...onClients];
}

/** What stands within the pages, found only by typing: single settings. */
export function entriesWithin(places: readonly Place[]): PaletteEntry[] {
  return places.flatMap((place) => {
    if (!('page' in place)) return [];
    const { needs, within = [] } = place.page;
    return within.map((one) => ({ ...one, needs, isAction: false }));
  });
}

const onClients: PaletteEntry[] = [
  {
    name: 'replenish',
    label: 'palette.replenish',
    to: '?tab=money&open=replenish',
    needs: [walletApi.replenish],
    isAction: true,
    ofClient: 'show',
  },
  {
    name: 'note',
    label: 'palette.note',
    to: '?open=note',
    needs: [clientNoteApi.createNote],
    isAction: true,
    ofClient: 'show',
  },
  {
    name: 'editClient',
    label: 'palette.editClient',
    to: '',
    needs: [clientApi.changeClient],
    isAction: true,
    ofClient: 'edit',
  },
  {
    name: 'block',
    label: 'palette.block',
    to: '?open=block',
    needs: [clientApi.changeClient],
    isAction: true,
    ofClient: 'show',
  },
];

/**
 * Entries whose name, or what people `also` call it, contains every typed word, in any order and case; first those whose
 * name begins with it.
 */
export function matching<Named extends { name: string; also?: string }>(
  entries: readonly Named[],
  typed: string,
): Named[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const rankOf = ({ name }: Named) => (folded(name).startsWith(words[0] ?? '') ? 0 : 1);
  return entries
    .filter(({ name, also = '' }) => words.every((word) => folded(`${name} ${also}`).includes(word)))
    .sort((a, b) => rankOf(a) - rankOf(b));
}

// Without accents, so that "ąžuolas" is found from a foreign keyboard.
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
}
