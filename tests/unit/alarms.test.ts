import { describe, expect, it } from 'vitest';
import { failedEmailsView } from '#contract/entities/saved-view.ts';
import { alarmKinds, alarmKindsFor } from '#contract/accounts/alarm.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { mayTell } from '#server/alarm-watch/notice-interval.ts';
import { ledgerCauses } from '#server/wallet/ledger-causes.ts';
import { alarmPlace } from '#web/ui/admin/alarms/alarm-places.ts';

describe('kinds of alarms', () => {
  it('are offered to those who may see what is behind them', () => {
    expect(alarmKindsFor(fullPermissions)).toEqual(alarmKinds);
    expect(alarmKindsFor(['clients.write'])).toEqual(['cabinet_failed']);
    expect(alarmKindsFor(['payments.read', 'read_only'])).toEqual(['gateway', 'unowned_payment']);
    expect(alarmKindsFor(['tariffs.write'])).toEqual([]);
  });
});

describe('an email about alarms', () => {
  const now = new Date('2026-11-27T10:00:00Z');

  it('goes out at once, and then at most every quarter of an hour', () => {
    expect(mayTell(null, now)).toBe(true);
    expect(mayTell(new Date('2026-11-27T09:45:01Z'), now)).toBe(false);
    expect(mayTell(new Date('2026-11-27T09:45:00Z'), now)).toBe(true);
  });
});

describe('the daily proof', () => {
  it('is one cause for wallets and one for each kind of finding', () => {
    expect(ledgerCauses({ broken_client_ids: [], findings: [] })).toEqual([]);
    const found = ledgerCauses({
      broken_client_ids: ['a', 'b'],
      findings: [{ kind: 'document_differs', count: 2, names: [] }],
    });
    expect(found.map(({ cause }) => cause)).toEqual(['wallets', 'document_differs']);
  });
});

describe('the place of an alarm', () => {
  it('is the row when there is one, else the list of those that are wrong', () => {
    expect(alarmPlace({ kind: 'cabinet_failed', subject_id: 'one' })).toBe('/admin-panel/clients/show/one');
    expect(decodeURIComponent(alarmPlace({ kind: 'email_failed', subject_id: null }))).toContain(
      `/admin-panel/settings/emails?view=${failedEmailsView}`,
    );
    expect(alarmPlace({ kind: 'unowned_payment', subject_id: 'one' })).toContain('/admin-panel/money/inbox?');
    expect(alarmPlace({ kind: 'ledger', subject_id: null })).toBe('/admin-panel');
    expect(alarmPlace({ kind: 'cabinet_host_away', subject_id: null })).toBe('/admin-panel/settings/hosts');
  });
});
