import { browserStorage } from '#web/ui/shared/json-storage.ts';

/**
 * The ids of the clients whose pages were opened last, newest first. Their names are loaded again, so that the
 * browser stores nothing about a client. Deleted with the session.
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
