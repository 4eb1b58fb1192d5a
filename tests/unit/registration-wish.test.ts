import { describe, expect, it } from 'vitest';
import { readWish } from '#web/ui/customer/registration/registration-wish.ts';

describe('what a link to the registration chooses', () => {
  it('is read from its parameters', () => {
    const id = '0198c000-0000-7000-8000-000000000100';
    expect(
      readWish(
        `?tariff=${id}&period=year&promo_code=%20KYIV%20&partner=torg&link=abc&utm_source=fb&utm_campaign=x`,
      ),
    ).toEqual({
      tariff_id: id,
      billing_period: 'year',
      promo_code: 'KYIV',
      partner: 'torg',
      link_code: 'abc',
      utm: { source: 'fb', campaign: 'x' },
    });
  });

  it.each(['', '?tariff=shop', '?period=week', '?utm_source=', '?promo_code=%20', '?utm_term=x'])(
    'leaves out what cannot be meant: %s',
    (search) => expect(readWish(search)).toEqual({}),
  );

  it('keeps to the bounds of the form', () => {
    const { utm, link_code } = readWish(`?utm_source=${'x'.repeat(300)}&link=${'y'.repeat(300)}`);
    expect([utm?.source?.length, link_code?.length]).toEqual([100, 50]);
  });
});
