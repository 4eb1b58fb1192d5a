import { useKeys } from '#web/ui/admin/kit/use-keys.ts';

/** What each key does; the arrows do the same as j and k. */
export interface InboxKeys {
  move: (by: 1 | -1) => void;
  choose: (place: number) => void;
  book: () => void;
  find: () => void;
  setAside: () => void;
  undo: () => void;
}

/** A way through the inbox by keys alone. */
export function useInboxKeys(keys: InboxKeys, isOff: boolean): void {
  useKeys((key) => actOf(key, keys), isOff);
}

function actOf(key: string, keys: InboxKeys): (() => void) | undefined {
  if (/^[1-5]$/.test(key)) return () => keys.choose(Number(key) - 1);
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return () => keys.move(1);
    case 'k':
    case 'ArrowUp':
      return () => keys.move(-1);
    case 'Enter':
      return keys.book;
    case 'f':
      return keys.find;
    case 'i':
      return keys.setAside;
    case 'u':
      return keys.undo;
    default:
      return undefined;
  }
}
