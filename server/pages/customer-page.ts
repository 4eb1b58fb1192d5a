import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale } from '#contract/kernel/variants.ts';
import type { WebConfig } from '#contract/company/web-config.ts';

interface PageRequest {
  address: URL;
  locale: Locale;
  config: WebConfig;
  /** Who is signed in. */
  person: string | null;
  nonce: string;
}

export interface CustomerPage {
  html: string;
  /** The page's name in the title, next to the product's, as HTML; empty where the page's scripts set it. */
  heading: string;
  /** The script inside the page, for the CSP; empty if there is none. */
  script: string;
}

interface CustomerPages {
  /** Whether there is a page at an address. */
  isPage(pathname: string): boolean;
  /** Null where no visit begins. */
  write(asked: PageRequest): Promise<CustomerPage | null>;
}

/**
 * Serves the pages on which a customer's visit can begin (`src/app/first-screens.ts`), with their style, their
 * scripts and what they show, rendered by `src/app/entry-server.tsx`.
 */
export async function customerPages(
  page: string,
  { pages, entry }: { pages: string; entry: string },
): Promise<CustomerPages> {
  const { screens, paths, earlyScript } = await readScreens(page, pages);
  const load = loadOnce(entry);
  const isPage = (pathname: string) => paths.some((pattern) => pattern.test(pathname));
  return { isPage, write };

  async function write({
    address,
    locale,
    config,
    person,
    nonce,
  }: PageRequest): Promise<CustomerPage | null> {
    const screen = screens.find(({ pattern }) => pattern.test(address.pathname));
    if (!screen) return null;
    const { writePage } = await load();
    const { html, isWhole, heading } = await writePage({ address, locale, config, person });
    const script = isWhole ? earlyScript : '';
    return {
      heading,
      script,
      html: screen.page
        .replace('<html lang="uk">', `<html lang="${locale}">`)
        // Before the style, because a script after it would wait for it.
        .replace('<head>', () => `<head>${script && `<script>${script}</script>`}`)
        .replace(
          '</head>',
          () => `<style nonce="${nonce}">${screen.style}</style>${screen.links[locale]}</head>`,
        )
        .replace('<div id="root">', () => `<div id="root"${isWhole ? ` data-ssr="${locale}"` : ''}>${html}`),
    };
  }
}

/** What our own build writes into `screens.json` (`vite.config.ts`). */
interface ScreenFiles {
  /** The script inside a server-rendered page, which runs before its other scripts arrive. */
  earlyScript: string;
  screens: { path: string; modules: string[]; styles: string[] }[];
  texts: Record<Locale, string[]>;
  /** Of all pages, the panel's too. */
  paths: string[];
}

/**
 * The files that each first screen loads at once, before any script has run: on a slow network, a file that is found
 * only after reading another costs a round trip. Its style is in the page itself, so that the page is shown while its
 * scripts are still on their way.
 */
async function readScreens(page: string, pages: string) {
  const { screens, texts, paths, earlyScript } = JSON.parse(
    await readFile(path.join(pages, 'screens.json'), 'utf8'),
  ) as ScreenFiles;
  const filled = screens.map(async ({ path: pattern, modules, styles }) => {
    const tags = styles.map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`);
    const sheets = styles.map((style) => readFile(path.join(pages, style), 'utf8'));
    // The module loader then thinks that the page has loaded this sheet.
    const known = tags.map((tag) => tag.replace('crossorigin', 'type="text/plain"')).join('');
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
  return {
    earlyScript,
    screens: await Promise.all(filled),
    paths: paths.map((path) => new RegExp(path, 'i')),
  };
}

/** The exports of `src/app/entry-server.tsx`. */
interface EntryServer {
  writePage(page: Omit<PageRequest, 'nonce'>): Promise<{ html: string; isWhole: boolean; heading: string }>;
}

/**
 * Loaded with the first page, so that the start need not wait for it. Pages built without it are filled by their
 * scripts.
 */
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
