import { beforeEach, expect, it } from 'vitest';
import { emptyRegistration, readDraft, saveDraft } from '#web/ui/customer/registration/registration-draft.ts';

const empty = emptyRegistration('UA');
beforeEach(() => sessionStorage.clear());

it('fills in the words of this visit’s link where nothing was typed', () => {
  expect(readDraft(empty, { promo_code: 'WEEK' })).toMatchObject({ promo_code: 'WEEK', partner: '' });
  saveDraft({ ...empty, name: 'Olena' }, {});
  expect(readDraft(empty, { promo_code: 'WEEK', partner: 'bank' })).toMatchObject({
    name: 'Olena',
    promo_code: 'WEEK',
    partner: 'bank',
  });
});

it('lets a newer link win over an older one, but not over what was typed', () => {
  const linked = { promo_code: 'WEEK', partner: 'bank' };
  saveDraft({ ...empty, ...linked }, linked);
  const newer = { promo_code: 'FRIENDS', partner: 'union' };
  expect(readDraft(empty, newer)).toMatchObject(newer);
  expect(readDraft(empty, {})).toMatchObject(linked);
  saveDraft({ ...empty, promo_code: 'TYPED', partner: 'bank' }, linked);
  expect(readDraft(empty, newer)).toMatchObject({ promo_code: 'TYPED', partner: 'union' });
});

it('stores no password, and reads what is no draft as none', () => {
  saveDraft({ ...empty, password: 'Secret-1', password_confirmation: 'Secret-1' }, {});
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret-1');
  sessionStorage.setItem(Object.keys(sessionStorage)[0] ?? '', '{"linked":7,"partner":[]}');
  expect(readDraft(empty, {})).toEqual(empty);
});
