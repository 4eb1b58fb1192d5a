import type { askServer } from './ask-server.ts';

/**
 * Shows what is looked for after a short pause in typing. It changes nothing of the sale, and an answer that comes after
 * something else was typed, or scanned, is dropped. Runs in the browser, and so uses nothing from outside.
 */
export function lookWhileTyping(
  till: HTMLFormElement,
  search: HTMLInputElement,
  { server, shown }: { server: typeof askServer; shown(wanted: string): void },
): void {
  let pause: ReturnType<typeof setTimeout>;
  const look = async () => {
    const typed = search.value;
    const wanted = typed.trim();
    const answer = await server(new FormData(till), { act: 'find', search: wanted });
    const offers = answer?.next?.querySelector<HTMLElement>('[data-part="offers"]');
    if (answer?.status !== 200 || !offers || search.value !== typed || !till.isConnected) return;
    // Half a code is none that is missing.
    const none = offers.querySelector('[data-none]');
    none?.removeAttribute('data-none');
    none?.setAttribute('class', 'muted');
    till.querySelector('[data-part="offers"]')?.replaceWith(document.adoptNode(offers));
    shown(wanted);
  };
  search.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(() => void look(), 250);
  });
  // What is sent meanwhile has its own answer.
  till.addEventListener('submit', () => clearTimeout(pause), true);
}
