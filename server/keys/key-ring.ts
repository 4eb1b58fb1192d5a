/** The keys of an installation (GROWTH section 15, "Keys"). */
export interface KeyRing {
  /** Newest first, at least one. */
  keys: readonly string[];
  /** The key that seals: the newest, or the one before it while the newest is still being handed out. */
  inUse: string;
  /** Reads the stored keys again; absent where they can't change while the process runs. */
  reread?: () => readonly string[];
}

const shortestKey = 32;

/**
 * The keys in a text, newest first, separated by spaces or line breaks. A text with a part too short for a key is one
 * key with spaces in it, which older versions allowed.
 */
export function keysIn(text: string): string[] {
  const trimmed = text.trim();
  const parts = trimmed.split(/\s+/);
  if (parts.every((part) => part.length >= shortestKey)) return [...new Set(parts)];
  return trimmed === '' ? [] : [trimmed];
}

/** The ring of a text with nothing known of its use: the newest seals. */
export function ringOf(text: string): KeyRing {
  const keys = keysIn(text);
  return { keys, inUse: keys[0] ?? text };
}
