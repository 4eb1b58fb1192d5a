import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Member } from '#contract/accounts/member.ts';
import { memberApi } from '#contract/routes/accounts/member.ts';
import { initI18n } from '#web/providers/i18n.ts';
import { MemberLine } from '#web/ui/customer/members/member-line.tsx';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { CustomerContext } from '#web/ui/customer/session/customer-context.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { answering, contractEdge, Refusal } from '#tests/support/browser/contract-edge.ts';
import { config } from '#tests/support/browser/panel.tsx';

const invited: Member = {
  id: '0198c000-0000-7000-8000-000000000301',
  joined: false,
  own: false,
  name: null,
  email: 'olena@example.com',
  role: 'billing',
  invited_by: null,
  two_factor: false,
  passkeys: 0,
  created_at: '2027-01-04T10:00:00.000Z',
  last_used_at: null,
  expires_at: '2027-01-11T10:00:00.000Z',
};

async function openLine(member: Member, { isOwner = false, isRefused = false } = {}) {
  const edge = contractEdge([
    answering(memberApi.inviteMember, () => {
      if (isRefused) throw new Refusal(429, 'sent_recently');
      return { data: member };
    }),
  ]);
  cleanup();
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', edge.fetch);
  localStorage.clear();
  storage.set('locale', 'en');
  storage.set('tokenClient', 'token');
  storage.set('expiresClient', Date.now() + 3_600_000);
  await initI18n({ config, namespaces: ['customer', 'common', 'account'] });
  const [done, failed] = [vi.fn(), vi.fn()];
  const client = createCustomerClient(config, () => undefined);
  render(
    <CustomerContext value={{ config, client }}>
      <MemberLine member={member} isOwner={isOwner} isLastOwner={false} onDone={done} onFailed={failed} />
    </CustomerContext>,
  );
  return { user: userEvent.setup(), edge, done, failed };
}

const again = () => screen.queryByRole('button', { name: 'Send again: olena@example.com' });

it('sends an invitation that waits again, in its role', async () => {
  const { user, edge, done } = await openLine(invited);
  await user.click(again()!);
  const says = 'The invitation has been sent to olena@example.com.';
  await waitFor(() => expect(done).toHaveBeenCalledWith(says));
  expect(edge.asked.map(({ body }) => body)).toEqual([{ email: invited.email, role: 'billing' }]);
});

it('says what a role may do as a sentence', async () => {
  await openLine(invited);
  expect(screen.getByText(/^Workspace, balance and payments/)).toBeTruthy();
});

it('says why it was not sent again', async () => {
  const { user, done, failed } = await openLine(invited, { isRefused: true });
  await user.click(again()!);
  await waitFor(() => expect(failed).toHaveBeenCalledOnce());
  expect(failed.mock.calls[0]?.[0]).toMatchObject({ code: 'sent_recently' });
  expect(done).not.toHaveBeenCalled();
  expect(again()).toBeTruthy();
});

it('sends nothing to members, and to owners only for an owner', async () => {
  await openLine({ ...invited, joined: true, name: 'Олена', expires_at: null });
  expect(screen.queryByText('Send again')).toBeNull();
  await openLine({ ...invited, role: 'owner' });
  expect(again()).toBeNull();
  await openLine({ ...invited, role: 'owner' }, { isOwner: true });
  expect(again()).toBeTruthy();
});
