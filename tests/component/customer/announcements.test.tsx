import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { initI18n } from '#web/providers/i18n.ts';
import { Announcements } from '#web/ui/customer/account/announcements.tsx';
import type { CustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { CustomerContext } from '#web/ui/customer/session/customer-context.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { config } from '#tests/support/browser/panel.tsx';

it('shows announcements as text, marks a fallback, and puts them away', async () => {
  cleanup();
  localStorage.clear();
  storage.set('locale', 'en');
  await initI18n({ config, namespaces: ['customer', 'common', 'account'] });
  const from = '2026-11-27T00:00:00.000Z';
  const data = [
    { id: 'one', title: 'Works <b>on Sunday</b>', body: 'From 2 to 3.', locale: 'en', from },
    { id: 'two', title: 'Новина', body: 'Текст.', locale: 'uk', from },
  ];
  const calls: unknown[] = [];
  const client = {
    call: async (name: string, { params }: { params?: unknown }) => {
      calls.push([name, params]);
      return { data: name === 'ownAnnouncements' ? data : {} };
    },
  } as unknown as CustomerClient; // only what is called here
  render(
    <CustomerContext value={{ config, client }}>
      <Announcements />
    </CustomerContext>,
  );
  expect(await screen.findByRole('heading', { name: 'Works <b>on Sunday</b>' })).toBeTruthy();
  expect(screen.getAllByText('This text isn’t available in your language yet.')).toHaveLength(1);
  const [first] = screen.getAllByRole('button', { name: 'Don’t show again' });
  if (!first) throw new Error('no button');
  await userEvent.click(first);
  await waitFor(() => expect(screen.queryByText('From 2 to 3.')).toBeNull());
  expect(screen.getByText('Текст.')).toBeTruthy();
  expect(calls.at(-1)).toEqual(['putAnnouncementAway', { id: 'one' }]);
});
