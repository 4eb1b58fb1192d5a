/**
 * The clients whose pages were opened last, newest first, as ids: names are asked for anew, so that nothing about a
 * client stays in a browser. Forgotten with the session.
 */
const key = 'recentClients';
const kept = 6;

export function recentClients(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(ids)
      ? ids.filter((id) => typeof id === 'string' && uuid.test(id)).slice(0, kept)
      : [];
  } catch {
    return [];
  }
}

export function rememberClient(id: string): void {
  if (!uuid.test(id)) return;
  store([id, ...recentClients().filter((other) => other !== id)].slice(0, kept));
}

export function forgetClients(): void {
  store(null);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Without storage there are no recent ones: a comfort, not a loss.
function store(ids: string[] | null): void {
  try {
    if (ids === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    return;
  }
}
