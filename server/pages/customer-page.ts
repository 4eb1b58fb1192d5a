import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale } from '#contract/variants.ts';
import type { WebConfig } from '#contract/company/web-config.ts';

interface Asked {
  address: URL;
  locale: Locale;
  config: WebConfig;
  nonce: string;
}

export interface CustomerPage {
  html: string;
  /** What the window is called beside the product, as HTML; empty where the page's scripts say it. */
  heading: string;
  /** What stands in it as a script, for the CSP; empty if there is none. */
  script: string;
}

/**
 * Writes the pages that a customer's visit may begin with (`src/app/first-screens.ts`): with their style, with all that they
 * ask for, and with what they show, as `src/app/entry-server.tsx` says it. Null for any other address.
 */
export async function customerPages(
  page: string,
  { pages, entry }: { pages: string; entry: string },
): Promise<(asked: Asked) => Promise<CustomerPage | null>> {
  const { screens, earlyScript } = await readScreens(page, pages);
  const load = loadOnce(entry);
  return async ({ address, locale, config, nonce }) => {
    const screen = screens.find(({ pattern }) => pattern.test(address.pathname));
    if (!screen) return null;
    const { writePage } = await load();
    const { html, isWhole, heading } = await writePage({ address, locale, config });
    const script = isWhole ? earlyScript : '';
    return {
      heading,
      script,
      html: screen.page
        .replace('<html lang="uk">', `<html lang="${locale}">`)
        // Before the style, which a script after it would wait for.
        .replace('<head>', () => `<head>${script && `<script>${script}</script>`}`)
        .replace(
          '</head>',
          () => `<style nonce="${nonce}">${screen.style}</style>${screen.links[locale]}</head>`,
        )
        .replace('<div id="root">', () => `<div id="root"${isWhole ? ` data-ssr="${locale}"` : ''}>${html}`),
    };
  };
}

/** What our own build writes into `screens.json` (`vite.config.ts`). */
interface ScreenFiles {
  /** What a server-rendered page runs by itself, before any of its scripts has come. */
  earlyScript: string;
  screens: { path: string; modules: string[]; styles: string[] }[];
  texts: Record<Locale, string[]>;
}

/**
 * What each first screen asks for at once, before any script has run: on a slow network each file that is known only
 * when another has been read costs a round trip. Its style is in the page itself, so that the page is shown while the
 * scripts are on their way, and not beside their work.
 */
async function readScreens(page: string, pages: string) {
  const { screens, texts, earlyScript } = JSON.parse(
    await readFile(path.join(pages, 'screens.json'), 'utf8'),
  ) as ScreenFiles;
  const filled = screens.map(async ({ path: pattern, modules, styles }) => {
    const tags = styles.map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`);
    const sheets = styles.map((style) => readFile(path.join(pages, style), 'utf8'));
    // The loader of modules takes a sheet that the page has for loaded.
    const known = tags.map((tag) => tag.replace('crossorigin', 'disabled')).join('');
    const linksTo = (files: string[]) =>
      files
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
        .filter((tag) => !page.includes(tag.slice(tag.indexOf('"/'), -1))) // asked for already
        .join('');
    return {
      pattern: new RegExp(pattern),
      page: tags.reduce((text, tag) => text.replace(tag, ''), page),
      style: (await Promise.all(sheets)).join(''),
      links: Object.fromEntries(
        Object.entries(texts).map(([locale, files]) => [locale, known + linksTo([...modules, ...files])]),
      ),
    };
  });
  return { earlyScript, screens: await Promise.all(filled) };
}

/** What `src/app/entry-server.tsx` exports. */
interface EntryServer {
  writePage(page: Omit<Asked, 'nonce'>): Promise<{ html: string; isWhole: boolean; heading: string }>;
}

/** At the first page, so that a start needn't wait for it. Pages that were built without it are filled by their scripts. */
function loadOnce(file: string): () => Promise<EntryServer> {
  const none: EntryServer = {
    writePage: async () => ({ html: '', isWhole: false, heading: '' }),
  };
  let loaded: Promise<EntryServer> | undefined;
  return () =>
    (loaded ??= existsSync(file)
      ? (import(pathToFileURL(file).href) as Promise<EntryServer>) // our own build wrote it
      : Promise.resolve(none));
}
