import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Branding } from '#contract/company/branding.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { brandingApi } from '#contract/routes/panel/branding.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';

const stored: Branding = {
  accent: null,
  logo: null,
  mark: null,
  picture: null,
  picture_alt: {},
  footer: {},
  updated_at: null,
};

/** A colleague is always faster, so that nothing loads the page again. */
async function openBranding({ permissions = fullPermissions } = {}) {
  const sent: unknown[] = [];
  const panel = await openPanel({
    path: '/admin-panel/settings/branding',
    permissions,
    answers: [
      answering(brandingApi.branding, () => ({ data: stored })),
      answering(brandingApi.changeBranding, ({ body }) => {
        sent.push(body);
        throw new Refusal(409, 'stale', { current: stored });
      }),
    ],
  });
  return { ...panel, sent };
}

it('says why a colour is refused, and takes the nearest with a click', async () => {
  const { user, sent } = await openBranding();
  await user.type(await fieldLabelled('Colour'), '#facc15');
  await screen.findByText(/White text on this colour is hard to read/);
  await user.click(screen.getByRole('button', { name: /Use the nearest: #/ }));
  await waitFor(() => expect(screen.queryByText(/hard to read/)).toBeNull());
  await user.type(await fieldLabelled('English'), 'Made in Kyiv');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        accent: expect.stringMatching(/^#[0-9a-f]{6}$/),
        logo: null,
        mark: null,
        picture: null,
        picture_alt: {},
        footer: { en: 'Made in Kyiv' },
        updated_at: null,
      },
    ]),
  );
});

it('shows people who may only read what it is, and nothing to save', async () => {
  await openBranding({ permissions: ['settings.read'] });
  expect((await fieldLabelled('Colour')).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
});

it('says that a colleague was faster', async () => {
  const { user } = await openBranding();
  await user.type(await fieldLabelled('Colour'), '#1d4ed8');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('alert');
});
