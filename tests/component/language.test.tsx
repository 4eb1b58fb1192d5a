import { cleanup } from '@testing-library/react';
import { expect, it } from 'vitest';
import { currentLocale, forgetLocale, initI18n, setLocale } from '#web/providers/i18n.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { config } from '#tests/support/browser/panel.tsx';

it('shows the language that was chosen last, whichever texts come first', async () => {
  cleanup();
  storage.set('locale', 'en');
  await initI18n({ config, namespaces: ['common'] });
  await Promise.all([setLocale('lt'), setLocale('de'), setLocale('en')]);
  expect(currentLocale()).toBe('en');
  // Somebody signs out, and the next person is in at once.
  await Promise.all([forgetLocale(), setLocale('de')]);
  expect(currentLocale()).toBe('de');
  expect(storage.get('locale')).toBe('de');
  await Promise.all([setLocale('lt'), forgetLocale()]);
  expect(currentLocale()).toBe(config.defaultLocale);
  expect(storage.get('locale')).toBeNull();
});
