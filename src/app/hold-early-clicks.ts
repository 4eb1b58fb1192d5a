/**
 * A server-rendered page (`#root[data-ssr]`) can be read, filled in and clicked before its scripts arrive. Typed text
 * stays by itself. A clicked button and a chosen language or country are marked here, and `replay-early-clicks.ts`
 * replays them later. Parts for signed-in people are shown or hidden from the start, so that nothing moves
 * later. The build writes this file into the page itself, so it imports nothing.
 */
{
  try {
    // As in `customer-session.ts`.
    document.documentElement.toggleAttribute('data-signed-in', !!localStorage.getItem('tokenClient'));
  } catch {
    // Blocked: nobody is signed in.
  }
  const held = (event: Event, control: string) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(`#root[data-ssr] ${control}`) : null;
  document.addEventListener(
    'click',
    (event) => {
      const button = held(event, 'button');
      if (!button) return;
      event.preventDefault();
      button.dataset['held'] = button.dataset['busy'] = '';
    },
    true,
  );
  document.addEventListener('change', (event) => {
    const select = held(event, 'select');
    if (select instanceof HTMLSelectElement) select.dataset['held'] = select.value;
  });
}
