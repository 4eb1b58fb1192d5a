import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EmailTemplate } from '#contract/panel/email-template.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { clientApi } from '#contract/routes/client.ts';
import { emailTemplateApi } from '#contract/routes/panel/email-template.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';

const builtIn = { subject: 'Welcome', body: '# Welcome' };
const stored: EmailTemplate = {
  ...builtIn,
  kind: 'welcome',
  locale: 'en',
  state: 'built_in',
  built_in: builtIn,
  variables: [{ name: 'name', sample: 'Olena', link: false }],
  updated_at: null,
};

async function openTemplate({ permissions = fullPermissions } = {}) {
  const sent: unknown[] = [];
  let template = stored;
  const panel = await openPanel({
    path: '/admin-panel/settings/email-templates/welcome/en',
    permissions,
    answers: [
      answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } })),
      answering(emailTemplateApi.emailTemplate, () => ({ data: template })),
      answering(emailTemplateApi.previewEmailTemplate, ({ body }) => {
        if (body.body.includes('<b>')) {
          throw new Refusal(422, 'validation_failed', { errors: { body: ['Line 1: no HTML'] } });
        }
        return { data: { subject: `Seen: ${body.subject}`, html: '<p>Hello</p>', text: 'Plain hello' } };
      }),
      answering(emailTemplateApi.changeEmailTemplate, ({ body }) => {
        sent.push(body);
        template = { ...stored, ...body, state: 'changed', updated_at: '2027-01-01T00:00:00.000Z' };
        return { data: template };
      }),
    ],
  });
  return { ...panel, sent };
}

it('shows what is typed, inserts a variable, and saves', async () => {
  const { user, sent } = await openTemplate();
  const body = await fieldLabelled('Content');
  await screen.findByText('Seen: Welcome');
  await user.click(screen.getByText('Text'));
  await screen.findByText('Plain hello');
  await user.type(body, ' ');
  await user.click(screen.getByRole('button', { name: '{{name}}' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ subject: 'Welcome', body: '# Welcome {{name}}', updated_at: null }]),
  );
  await screen.findByRole('button', { name: 'Use the built-in text' });
});

it('says below the text what is wrong with it', async () => {
  const { user } = await openTemplate();
  await user.type(await fieldLabelled('Content'), ' <b>');
  await screen.findByText('Line 1: no HTML');
});

it('is read by people who may not change it', async () => {
  await openTemplate({ permissions: ['settings.read'] });
  expect((await fieldLabelled('Subject')).hasAttribute('disabled')).toBe(true);
  await screen.findByText('Seen: Welcome');
});

it('marks in the matrix of kinds and languages which texts are one’s own, out of date or missing', async () => {
  const states = { uk: 'built_in', en: 'changed', ru: 'outdated', lt: 'missing', de: 'broken' } as const;
  await openPanel({
    path: '/admin-panel/settings/email-templates',
    answers: [
      answering(emailTemplateApi.emailTemplates, () => ({ data: [{ kind: 'welcome' as const, states }] })),
    ],
  });
  const cell = (name: RegExp) => screen.findByRole('link', { name });
  const english = await cell(/, English: Your text$/);
  expect(english.getAttribute('href')).toBe('/admin-panel/settings/email-templates/welcome/en');
  // Only what differs has a dot.
  const dots = async (name: RegExp) => (await cell(name)).querySelector('.state-dot') !== null;
  expect([await dots(/Українська: Built-in$/), await dots(/Русский: /), await dots(/Lietuvių: /)]).toEqual([
    false,
    true,
    true,
  ]);
});
