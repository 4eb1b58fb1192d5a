import { describe, expect, it } from 'vitest';
import { domainName } from '#contract/cabinets/own-domain.ts';
import {
  type DomainLook,
  givenUpAt,
  lostAt,
  nextCheckAt,
  refusedName,
  wrongWith,
} from '#server/cabinets/own-domain/own-domain-rule.ts';

const now = new Date('2026-11-27T10:00:00Z');
const minutesFrom = (date: Date) => (date.getTime() - now.getTime()) / 60_000;

describe('a domain’s records', () => {
  it.each<[DomainLook, boolean, ReturnType<typeof wrongWith>]>([
    [{ proof: 'found', leads: 'here' }, false, undefined],
    [{ proof: 'missing', leads: 'here' }, true, undefined],
    [{ proof: 'unknown', leads: 'here' }, true, undefined],
    [{ proof: 'missing', leads: 'here' }, false, 'no_proof'],
    [{ proof: 'unknown', leads: 'here' }, false, 'dns_silent'],
    [{ proof: 'found', leads: 'unknown' }, true, 'dns_silent'],
    [{ proof: 'found', leads: 'nowhere' }, true, 'no_record'],
    [{ proof: 'missing', leads: 'elsewhere' }, false, 'elsewhere'],
  ])('%j, proved before: %s', (look, isProved, reason) => {
    expect(wrongWith(look, { isProved })).toBe(reason);
  });

  it('are looked at often at first, then less, and seldom once all is well', () => {
    const pending = (hours: number) => ({
      state: 'pending' as const,
      askedAt: new Date(now.getTime() - hours * 3_600_000),
    });
    const next = (of: Parameters<typeof nextCheckAt>[0], isTroubled = true) =>
      minutesFrom(nextCheckAt(of, { now, isTroubled }));
    expect([next(pending(0)), next(pending(1)), next(pending(100))]).toEqual([1, 15, 60]);
    expect(next({ state: 'active', askedAt: now }, false)).toBe(360);
    expect(next({ state: 'active', askedAt: now })).toBe(10);
  });

  it('are given up after a week, an active one after an hour, with silent servers after three days', () => {
    expect(minutesFrom(givenUpAt(now))).toBe(7 * 24 * 60);
    expect(minutesFrom(lostAt(now, 'elsewhere'))).toBe(60);
    expect(minutesFrom(lostAt(now, 'dns_silent'))).toBe(3 * 24 * 60);
  });
});

describe('a domain’s name', () => {
  const names = { cabinetDomain: 'cabinets.seller.example', publicHost: 'panel.seller.example' };
  it.each([
    ['kasa.ganok.com.ua', undefined],
    ['ganok.com.ua', undefined],
    ['info.de', undefined],
    ['www.seller.example', undefined],
    ['cabinets.seller.example', 'domainOurs'],
    ['x.cabinets.seller.example', 'domainOurs'],
    ['panel.seller.example', 'domainOurs'],
    ['seller.example', 'domainOurs'],
    ['com.ua', 'domainSuffix'],
    ['kiev.ua', 'domainSuffix'],
    ['co.uk', 'domainSuffix'],
  ] as const)('%s: %s', (name, refusal) => {
    expect(refusedName(name, names)).toBe(refusal);
  });

  it.each([
    ['Shop.Example.COM', 'shop.example.com'],
    ['https://shop.example.com/', 'shop.example.com'],
    ['shop.example.com.', 'shop.example.com'],
    ['каса.укр', 'xn--80aa2a3a.xn--j1amh'],
    ['straße.de', 'xn--strae-oqa.de'],
  ])('%s is %s', (typed, name) => {
    expect(domainName.parse(typed)).toBe(name);
  });

  it.each([
    '',
    'shop',
    '10.0.0.1',
    '[::1]',
    'http://',
    'a..b.com',
    'a.b/c',
    'a.b?c',
    'x.1',
    '\u200bshop.com',
  ])('%j is none', (typed) => {
    expect(domainName.safeParse(typed).success).toBe(false);
  });
});
