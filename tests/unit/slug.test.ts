import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReserved, slugCandidate, slugOf } from '#server/cabinets/slug.ts';

describe('the label of a cabinet', () => {
  it.each([
    ['Олена Ковальчук', 'olena-kovalchuk'],
    ['ФОП Ґудзь Іван Їжакович', 'fop-gudz-ivan-izhakovych'],
    ['ТОВ «Щедрий дім»', 'tov-shchedryi-dim'],
    ["Мар'яна Знам’янська", 'mariana-znamianska'],
    ['Müller & Söhne GmbH', 'mueller-soehne-gmbh'],
    ['Straße', 'strasse'],
    ['Žalgiris Ąžuolas', 'zalgiris-azuolas'],
    ['Объект Ёлка', 'obekt-elka'],
    ['  --Café 24--  ', 'cafe-24'],
    ['2000 дрібниць', 'dribnyts'],
    ['Я', 'ia-cabinet'],
    ['日本', 'cabinet-cabinet'],
    ['', 'cabinet-cabinet'],
    ['Admin', 'admin-cabinet'],
    ['WWW', 'www-cabinet'],
    ['xn--80ak6aa92e', 'xn-80ak6aa92e'],
  ])('of %j is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is the same for a composed and a decomposed name', () => {
    expect(slugOf('Йосип Їжак'.normalize('NFD'))).toBe(slugOf('Йосип Їжак'));
  });

  it('is one free DNS label, whatever the name and however many have it already', () => {
    const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(name, fc.nat(20), (text, attempt) => {
        const label = slugCandidate(slugOf(text), attempt, () => 'a1b2c3');
        expect(label).toMatch(/^[a-z][a-z0-9-]{2,39}$/);
        expect(label).not.toMatch(/-$|^xn--/);
        expect(isReserved(label)).toBe(false);
      }),
    );
  });

  it('gets a number while there are few of the name, then something random', () => {
    const candidates = [0, 1, 9, 10, 11].map((attempt) => slugCandidate('olena', attempt, () => 'a1b2c3'));
    expect(candidates).toEqual(['olena', 'olena-2', 'olena-10', 'olena-a1b2c3', 'olena-a1b2c3']);
  });

  it.each(['admin', 'api', 'www', 'mail', 'xn--anything'])('is never %s', (label) => {
    expect(isReserved(label)).toBe(true);
  });
});
