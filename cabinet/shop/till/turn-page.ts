/**
 * Puts another page in the place of this one without leaving it: what a scanner types meanwhile is lost where a browser
 * loads a page (docs/decisions/0309). Gives back what was there. The page's scripts run, but the one that begins a sale.
 * Runs in the browser, and so uses nothing from outside.
 */
export function turnPage(page: Document, url: string): Node[] {
  const before = [...document.body.childNodes];
  document.title = page.title;
  document.body.replaceChildren(...[...page.body.childNodes].map((node) => document.adoptNode(node)));
  history.pushState(null, '', url);
  document.documentElement.dataset.path = location.pathname;
  for (const script of document.querySelectorAll('script:not([data-begin])')) {
    const again = document.createElement('script');
    again.textContent = script.textContent;
    script.replaceWith(again);
  }
  scrollTo(0, 0);
  return before;
}

/** Back and forward lead to other pages, which are loaded. Runs in the browser, too. */
export function loadOnBack(): void {
  const first = location.pathname;
  addEventListener('popstate', () => {
    if (location.pathname !== (document.documentElement.dataset.path ?? first)) location.reload();
  });
}
