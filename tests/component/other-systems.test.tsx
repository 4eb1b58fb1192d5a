import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApiKey } from '#contract/accounts/api-key.ts';
import type { Delivery, Webhook } from '#contract/panel/webhook.ts';
import { apiKeyApi } from '#contract/routes/accounts/api-key.ts';
import { webhookApi } from '#contract/routes/panel/webhook.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { dialogTitled, fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';

/** Keys for programs (docs/decisions/0191), and systems that are told of events. */

const key: ApiKey = {
  id: '0198c000-0000-7000-8000-000000000301',
  name: 'CRM',
  token_end: 'aB3x',
  permissions: ['clients.read', 'tariffs.read'],
  effective_permissions: ['clients.read'],
  addresses: ['203.0.113.0/24'],
  expires_at: null,
  user_id: '0198c000-0000-7000-8000-000000000302',
  user_name: 'Iryna',
  last_used_at: null,
  last_used_ip: null,
  created_at: '2026-11-27T10:00:00.000Z',
};

async function openKeys() {
  let stored = [key];
  return openPanel({
    path: '/admin-panel/settings/api-keys',
    answers: [
      answering(apiKeyApi.apiKeys, () => ({ data: stored, meta: { total: stored.length } })),
      answering(apiKeyApi.createApiKey, ({ body }) => {
        if (body.name === 'CRM') throw new Refusal(422, 'validation_failed', { errors: { name: ['Taken'] } });
        const made = { ...key, ...body, id: 'k2', effective_permissions: body.permissions };
        stored = [made, ...stored];
        return { data: { ...made, token: 'tnt_the-token' } };
      }),
    ],
  });
}

it('says what a key may do, from where, until when, and what its maker has lost', async () => {
  await openKeys();
  await screen.findByText('203.0.113.0/24');
  screen.getByText('…aB3x');
  screen.getByText('never expires');
  expect(screen.getByText('Its creator no longer has:').closest('td')?.textContent).toMatch(/View tariffs$/);
});

it('makes a key and shows its token once', async () => {
  const { user, sent } = await openKeys();
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = await dialogTitled('New key');
  await user.type(await fieldLabelled('Name', dialog), 'CRM');
  await user.click(dialog.getByRole('checkbox', { name: /View clients/ }));
  expect(dialog.queryByRole('checkbox', { name: /Sign in as/ })).toBeNull();
  await user.type(await fieldLabelled('Networks', dialog), '203.0.113.5, 10.0.0.0/8');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await dialog.findByText('Taken');
  await user.type(await fieldLabelled('Name', dialog), ' 2');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const shown = await dialogTitled('Your new key');
  expect(shown.getByRole<HTMLInputElement>('textbox').value).toBe('tnt_the-token');
  expect(sent('POST', '/api-keys').at(-1)).toEqual({
    name: 'CRM 2',
    permissions: ['clients.read'],
    expires_at: null,
    addresses: ['203.0.113.5/32', '10.0.0.0/8'],
  });
  await user.click(shown.getByRole('button', { name: 'I’ve saved it' }));
  await waitFor(() => expect(screen.queryByDisplayValue('tnt_the-token')).toBeNull());
});

it('shows a test message to a webhook at once', async () => {
  const at = '2026-11-27T10:00:00.000Z';
  const webhook: Webhook = {
    id: '0198c000-0000-7000-8000-000000000311',
    url: 'https://books.example/hook',
    events: ['client.registered'],
    enabled: true,
    failing_since: null,
    off_at: null,
    waiting: 0,
    previous_until: null,
    created_at: at,
    updated_at: at,
  };
  const message: Delivery = {
    id: '0198c000-0000-7000-8000-000000000312',
    event_id: '0198c000-0000-7000-8000-000000000313',
    type: 'webhook.test',
    client_id: null,
    status: 'delivered',
    attempts: 1,
    response_status: 204,
    error: null,
    duration_ms: 12,
    tried_at: at,
    next_at: null,
    created_at: at,
  };
  let messages: Delivery[] = [];
  const { user } = await openPanel({
    path: `/admin-panel/settings/webhooks/show/${webhook.id}`,
    answers: [
      answering(webhookApi.webhook, () => ({ data: webhook })),
      answering(webhookApi.webhookDeliveries, () => ({
        data: messages,
        meta: { total: messages.length },
      })),
      answering(webhookApi.testWebhook, () => {
        messages = [message];
        return { data: message };
      }),
    ],
  });
  await screen.findByText('No messages yet');
  await user.click(screen.getByRole('button', { name: 'Send test' }));
  const kind = await screen.findByText('test message');
  expect(kind.closest('li')?.textContent).toContain('Delivered');
  expect(screen.queryByText('No messages yet')).toBeNull();
});
