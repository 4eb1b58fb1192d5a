/** What was pressed or scanned. Kept in the tab, so that no page that loads meanwhile loses it. */
export interface Asked {
  act: string;
  search: string;
}

/**
 * The page that the server answers with, where it does; `next` is null where that is no till. Runs in the browser, and so
 * uses nothing from outside.
 */
export async function askServer(
  sent: FormData,
  { act, search }: Asked,
): Promise<{ status: number; page: Document; next: HTMLFormElement | null; url: string } | undefined> {
  const body = new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]));
  body.set('do', act);
  body.set('search', search);
  const asking = { method: 'POST', body, signal: AbortSignal.timeout(10_000) };
  const answer = await fetch('/sale', asking).catch(() => undefined);
  const text = (await answer?.text().catch(() => '')) ?? '';
  if (!answer || text === '') return undefined;
  const page = new DOMParser().parseFromString(text, 'text/html');
  // The cabinet itself says why it is closed; other errors say nothing that a seller could use.
  if (answer.status >= 500 && !page.querySelector('[data-why]')) return undefined;
  return { status: answer.status, page, next: page.querySelector<HTMLFormElement>('.till'), url: answer.url };
}
