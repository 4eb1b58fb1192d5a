import { browserStorage } from '#web/providers/json-storage.ts';

/**
 * The clients whose pages were opened last, newest first, as ids: names are asked for anew, so that nothing about a
 * client stays in a browser. Forgotten with the session.
 */
const key = 'recentClients';
const kept = 6;

export function recentClients(): string[] {
  const ids = browserStorage.kept(key);
  if (!Array.isArray(ids)) return [];
  return ids.filter((id) => typeof id === 'string' && uuid.test(id)).slice(0, kept);
}

export function rememberClient(id: string): void {
  if (!uuid.test(id)) return;
  browserStorage.keep(key, [id, ...recentClients().filter((other) => other !== id)].slice(0, kept));
}

export function forgetClients(): void {
  browserStorage.forget(key);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
