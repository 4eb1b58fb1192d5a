import i18next, { type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolated } from '#contract/contact/right-to-left.ts';
import { type Refusal, spokenParams } from '#contract/kernel/issues.ts';
import { type Locale, localeOf } from '#contract/kernel/variants.ts';
import type { WebConfig } from '#contract/company/web-config.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { firstLocale, type Namespace, textsOf } from '#web/providers/texts.ts';

export type { Namespace } from '#web/providers/texts.ts';

let namespacesInUse: readonly Namespace[] = [];
let usualLocale: Locale = 'uk';
/** How often a language was chosen: texts that arrive after a later choice must not undo it. */
let choices = 0;

/**
 * Starts i18next in the stored language, else the variant's, whatever the browser's language is (DESIGN section 9).
 * Keys are looked up in the first namespace, then in the others.
 */
export async function initI18n({
  config,
  namespaces,
}: {
  config: Pick<WebConfig, 'defaultLocale'>;
  namespaces: readonly Namespace[];
}): Promise<void> {
  namespacesInUse = namespaces;
  usualLocale = config.defaultLocale;
  choices += 1;
  const locale = firstLocale(config);
  const resources = { [locale]: await textsOf(locale, namespaces) };
  await i18next.use(initReactI18next).init({
    ...i18nOptions(namespaces),
    lng: locale,
    resources,
    // For keys in declarations, which types can't check: a missing text fails every browser story.
    saveMissing: true,
    missingKeyHandler: (_, __, key, fallback) => {
      if (fallback === key) reportError(new Error(`There is no text ${key}.`));
    },
  });
  document.documentElement.lang = locale;
}

/** i18next's options, the same for all languages. */
export function i18nOptions(namespaces: readonly Namespace[]): InitOptions {
  return {
    fallbackLng: false,
    ns: namespaces,
    defaultNS: namespaces[0] ?? 'common',
    fallbackNS: namespaces.slice(1),
    // React escapes.
    interpolation: { escape: isolated },
    react: { useSuspense: false },
  };
}

/** The language on the screen; requests use it. */
export function currentLocale(): Locale {
  return localeOf(i18next.language) ?? 'uk';
}

/** Shows another language and stores the choice. Throws when its texts can't be loaded; the old one stays then. */
export async function setLocale(locale: Locale): Promise<void> {
  await show(locale);
}

/** Whether it is shown: of several choices the last one is. */
async function show(locale: Locale): Promise<boolean> {
  choices += 1;
  const choice = choices;
  const found = await textsOf(locale, namespacesInUse);
  if (choice !== choices) return false;
  for (const [namespace, texts] of Object.entries(found)) {
    i18next.addResourceBundle(locale, namespace, texts);
  }
  storage.set('locale', locale);
  // A cookie too, because the server renders pages and can't read local storage.
  document.cookie = `locale=${locale}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = locale;
  // A choice answers the server's question (`server/pages/language-offer.ts`).
  document.querySelector('.language-offer')?.remove();
  await i18next.changeLanguage(locale);
  return true;
}

/** Shows the installation's language again, and no longer stores another: somebody else may come next. */
export async function forgetLocale(): Promise<void> {
  if (!(await show(usualLocale))) return;
  storage.remove('locale');
  document.cookie = 'locale=; path=/; max-age=0; samesite=lax';
}

/** Adds the texts of a part that is loaded later; its keys are looked up after the existing ones. */
export async function addTexts(namespace: Namespace): Promise<void> {
  const locale = currentLocale();
  if (i18next.hasResourceBundle(locale, namespace)) return;
  // At once, so that another language chosen meanwhile includes them.
  namespacesInUse = [...new Set([...namespacesInUse, namespace])];
  i18next.options.fallbackNS = namespacesInUse.slice(1);
  const { [namespace]: texts } = await textsOf(locale, [namespace]);
  i18next.addResourceBundle(locale, namespace, texts);
}

/** The text of any error, in the reader's language. */
export function errorText(error: unknown): string {
  const message = error instanceof HttpError ? error.message : 'errors.unknown';
  return message.startsWith('errors.') ? i18next.t(message as 'errors.unknown') : message;
}

/** The text of a refusal by the contract's schemas (contract/kernel/issues.ts). */
/** Whether the page has loaded a text with this key. */
export function hasText(key: string): boolean {
  return i18next.exists(key);
}

export function refusalText(refusal: Refusal): string {
  return i18next.t(refusal.key as 'validation.required', spokenParams(refusal, currentLocale()));
}
