import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientTypes } from '#contract/contact/registration.ts';
import { isReserved, slugCandidate, slugOf } from '#server/cabinets/slug.ts';

describe('the label of a cabinet', () => {
  it.each([
    ['Олена Ковальчук', 'olena-kovalchuk'],
    ['ФОП Ґудзь Іван Їжакович', 'gudz-ivan'],
    ['Шевченко-Гриценко Олександра Миколаївна', 'shevchenko-hrytsenko'],
    ['фізична особа — підприємець Ярема Юлія Євгенівна', 'yarema-yuliia'],
    ["Мар'яна Знам’янська", 'mariana-znamianska'],
    ['Žalgiris Ąžuolas', 'zalgiris-azuolas'],
    ['Объект Ёлка', 'obekt-elka'],
    ['Згурський Єгор', 'zghurskyi-yehor'],
    ['ФОП', 'fop'],
    ['Я', 'ya-cabinet'],
    ['日本', 'cabinet-cabinet'],
    ['', 'cabinet-cabinet'],
    ['Admin', 'admin-cabinet'],
    ['WWW', 'www-cabinet'],
    ['xn--80ak6aa92e', 'xn-80ak6aa92e'],
  ])('of a person %j is %s', (name, slug) => {
    expect(slugOf({ name, type: 'individual' })).toBe(slug);
  });

  it.each([
    ['ТОВ «Щедрий дім»', 'shchedryi-dim'],
    ['Товариство з обмеженою відповідальністю «Яблуневий сад»', 'yablunevyi-sad'],
    ['ТОВАРИСТВО З ОБМЕЖЕНОЮ ВІДПОВІДАЛЬНІСТЮ "АТ"', 'at-cabinet'],
    ['Müller & Söhne GmbH', 'mueller-soehne'],
    ['Müller GmbH & Co. KG', 'mueller'],
    ['UAB „Šviesus rytas“', 'sviesus-rytas'],
    ['Šviesus rytas, UAB', 'sviesus-rytas'],
    ['Straße', 'strasse'],
    ['  --Café 24--  ', 'cafe-24'],
    ['2000 дрібниць', 'dribnyts'],
    ['Ветеринарна клініка на Володимирській горі', 'veterynarna-klinika-na'],
    ['Донаудампфшиффартсгезельшафтскапитан', 'donaudampfshyffartshezelshafts'],
  ])('of a company %j is %s', (name, slug) => {
    expect(slugOf({ name, type: 'legal' })).toBe(slug);
  });

  it('is the same for a composed and a decomposed name', () => {
    const of = (name: string) => slugOf({ name, type: 'individual' });
    expect(of('Йосип Їжак'.normalize('NFD'))).toBe(of('Йосип Їжак'));
  });

  it('is one free DNS label, whatever the name and however many have it already', () => {
    const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(name, fc.constantFrom(...clientTypes), fc.nat(20), (text, type, attempt) => {
        const label = slugCandidate(slugOf({ name: text, type }), attempt, () => 'a1b2c3');
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
