import { describe, expect, it } from 'vitest';
import { balanceTone, endOf, heldUntil, lastsOf } from '#web/resources/clients/head/client-outlook.ts';
import { phoneInGroups, typedPhoneInGroups } from '#web/ui/shared/phone-groups.ts';

describe('a phone in groups', () => {
  it.each([
    ['633816334', '+380633816334', '+380 63 381 63 34'],
    ['61234567', '+37061234567', '+370 612 345 67'],
    ['1512345678', '+491512345678', '+49 151 234 5678'],
    ['123456', '+1123456', '+1 123 456'],
    ['999', '+380633816334', '+380 633 816 334'],
  ])('%s', (phone, phone_e164, said) => {
    expect(phoneInGroups({ phone, phone_e164 }).replaceAll(' ', '')).toBe(phone_e164);
    if (phone !== '999') expect(phoneInGroups({ phone, phone_e164 })).toBe(said);
  });
});

describe('a phone that somebody typed', () => {
  const own = { phone: '633816334', phone_e164: '+380633816334' };
  it.each([
    ['380663421586', '+380 66 342 15 86'],
    ['+380663421586', '+380 66 342 15 86'],
    ['37061234567', '37061234567'],
    ['0663421586', '0663421586'],
    ['380 66 3421586', '380 66 3421586'],
    ['Olena, 3806634', 'Olena, 3806634'],
    ['', ''],
  ])('%s', (typed, said) => {
    expect(typedPhoneInGroups(typed, own)).toBe(said);
  });

  it('stays as it is beside a client without a phone', () => {
    expect(typedPhoneInGroups('380663421586', { phone: '', phone_e164: '' })).toBe('380663421586');
  });
});

describe('what a head says of a subscription', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  const client = {
    status: 'active',
    balance: 50_000,
    trialEnds: '2026-11-30T10:00:00Z',
    lasts_until: '2027-01-30T10:00:00Z',
    deletion_at: null,
    deleted_at: null,
    blocked_by_hand: false,
  } as const;

  it('colours the balance by whether it pays for what comes', () => {
    expect(balanceTone(client, now)).toBe('good');
    expect(balanceTone({ ...client, lasts_until: '2026-11-28T10:00:00Z' }, now)).toBe('warning');
    // Nothing of the next period is covered, however far away its beginning is.
    const year = { trialEnds: '2027-10-30T10:00:00Z', lasts_until: '2027-10-30T10:00:00Z' };
    expect(balanceTone({ ...client, ...year, balance: 0 }, now)).toBe('warning');
    expect(balanceTone({ ...client, balance: 0, lasts_until: null }, now)).toBe('off');
    expect(balanceTone({ ...client, balance: -1 }, now)).toBe('bad');
    expect(balanceTone({ ...client, status: 'grace' }, now)).toBe('bad');
    expect(balanceTone({ ...client, status: 'blocked' }, now)).toBe('bad');
    // A block by hand says nothing about money.
    expect(balanceTone({ ...client, status: 'blocked', blocked_by_hand: true }, now)).toBe('off');
    expect(balanceTone({ ...client, status: 'unconfirmed' }, now)).toBe('off');
    expect(balanceTone({ ...client, deleted_at: '2026-11-01T00:00:00Z' }, now)).toBe('off');
  });

  it('says until when a period lasts that a suspension by hand holds up', () => {
    const held = (more: object) =>
      heldUntil({ ...client, status: 'blocked', blocked_by_hand: true, ...more }, now);
    expect(held({})).toBe(client.trialEnds);
    expect(held({ trialEnds: '2026-11-23T10:00:00Z' })).toBeNull();
    expect(held({ trialEnds: null })).toBeNull();
    expect(held({ blocked_by_hand: false })).toBeNull();
    expect(held({ deleted_at: '2026-11-01T00:00:00Z' })).toBeNull();
  });

  it('says what happens at the end', () => {
    const end = (more: object) => endOf({ ...client, ...more })?.next;
    expect(end({})).toBe('charged');
    expect(end({ lasts_until: client.trialEnds })).toBe('unpaid');
    expect(end({ status: 'trial', lasts_until: client.trialEnds })).toBe('unpaid');
    expect(end({ lasts_until: null })).toBe('free');
    expect(end({ status: 'grace' })).toBe('due');
    // The period ended long before its database is deleted.
    const unpaid = { ...client, status: 'blocked', deletion_at: '2027-02-01T00:00:00Z' } as const;
    expect(endOf(unpaid)).toEqual({ at: client.trialEnds, next: 'deleted' });
    expect(endOf({ ...unpaid, trialEnds: null })).toEqual({ at: '2027-02-01T00:00:00Z', next: 'deleted' });
    expect(end({ status: 'blocked', blocked_by_hand: true, trialEnds: null })).toBeUndefined();
    expect(end({ status: 'unconfirmed', trialEnds: null })).toBeUndefined();
    expect(end({ deleted_at: '2026-11-01T00:00:00Z' })).toBeUndefined();
  });

  it('says until when the balance lasts only where it pays for a period', () => {
    const lasts = (more: object) => lastsOf({ ...client, ...more });
    expect(lasts({})).toBe(client.lasts_until);
    expect(lasts({ lasts_until: client.trialEnds })).toBeNull();
    expect(lasts({ lasts_until: null })).toBeNull();
    expect(lasts({ status: 'blocked', blocked_by_hand: true })).toBeNull();
    expect(lasts({ deleted_at: '2026-11-01T00:00:00Z' })).toBeNull();
  });
});
