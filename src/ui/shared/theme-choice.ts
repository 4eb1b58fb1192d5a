import { storage } from './local-storage.ts';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** The choice; `system` by default. */
export function themeChoice(): ThemeChoice {
  return storage.get('theme') ?? 'system';
}

/** Stores a choice and applies it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') storage.remove('theme');
  else storage.set('theme', choice);
  applyTheme();
}

/** The present theme. */
export function shownTheme(): 'light' | 'dark' {
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return systemPrefersDark().matches ? 'dark' : 'light';
}

/** Writes the choice where the stylesheet reads it (`data-theme` of the root element). */
export function applyTheme(): void {
  const choice = themeChoice();
  if (choice === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset['theme'] = choice;
  for (const listener of listeners) listener();
}

/** Calls back when the present theme may have changed: by a choice here or in another tab, or by the system. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const listeners = new Set<() => void>();

function systemPrefersDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

/** Follows the system and other tabs; called once at the start. */
export function watchTheme(): void {
  applyTheme();
  systemPrefersDark().addEventListener('change', applyTheme);
  storage.onChange((key) => {
    if (key === 'theme' || key === null) applyTheme();
  });
}
