import { personCookie, personIn } from '#contract/accounts/person-cookie.ts';

const changes = new EventTarget();

/** Shows who is signed in at the top of every page, as long as the session may last. */
export function showPerson(name: string, seconds: number): void {
  write(personCookie(name, seconds));
}

export function hidePerson(): void {
  if (personIn(document.cookie) !== null) write(personCookie('', 0));
}

/** The same with another name. */
export function renamePerson(name: string): void {
  if (personIn(document.cookie) !== null) showPerson(name, 30 * 86_400);
}

export function shownPerson(): string | null {
  return personIn(document.cookie);
}

export function onShownPerson(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

function write(cookie: string): void {
  document.cookie = cookie;
  changes.dispatchEvent(new Event('change'));
}
