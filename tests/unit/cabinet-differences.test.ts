import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CabinetStatus } from '#contract/cabinets/cabinet.ts';
import {
  afterLook,
  confirmation,
  differenceOf,
  leftBehind,
  missesToEnd,
  type Sighting,
} from '#server/cabinets/comparison/differences.ts';
import type { Found } from '#server/cabinets/drivers/driver.ts';
import type { ProbeResult } from '#server/cabinets/drivers/probe.ts';

const found: Found = { clientId: '1', database: true, instance: 'active', domain: 'a.localhost' };
const answers = (status: number, version?: string): ProbeResult => ({
  answered: true,
  status,
  ...(version !== undefined && { version }),
});
const silence: ProbeResult = { answered: false, reason: 'timeout' };

describe('a cabinet compared with what is wanted', () => {
  it.each<[CabinetStatus, ProbeResult, string | undefined]>([
    ['active', answers(200), undefined],
    ['active', answers(503), 'silent'],
    ['active', answers(404), 'silent'],
    ['active', silence, 'silent'],
    ['suspended', answers(200), 'answers_blocked'],
    ['suspended', answers(302), 'answers_blocked'],
    ['suspended', answers(503), undefined],
    ['suspended', answers(404), undefined],
    ['suspended', silence, undefined],
    ['creating', silence, undefined],
  ])('that is %s and answers %j', (status, probed, kind) => {
    expect(differenceOf({ status, probed, found, version: undefined })?.kind).toBe(kind);
  });

  it.each<[Found | null | undefined, string | undefined]>([
    [null, 'client_without_database'],
    [{ ...found, database: false }, 'client_without_database'],
    [undefined, undefined],
    [found, undefined],
  ])('and with the inventory %j', (inventory, kind) => {
    const compared = {
      status: 'active' as const,
      probed: answers(200),
      found: inventory,
      version: undefined,
    };
    expect(differenceOf(compared)?.kind).toBe(kind);
  });

  it('differs when something of a deleted one is there', () => {
    const gone = { status: 'deleted' as const, probed: undefined, version: undefined };
    expect(differenceOf({ ...gone, found })?.kind).toBe('database_without_client');
    expect(differenceOf({ ...gone, found: null })).toBeUndefined();
    expect(differenceOf({ ...gone, found: undefined })).toBeUndefined();
  });

  it.each([
    [true, 'no_client', 'no_client'],
    [false, 'no_client', 'instance_without_client'],
    [true, 'deleted_but_there', 'deleted_but_there'],
    [false, 'deleted_but_there', 'deleted_but_there'],
  ] as const)(
    'says of what is left behind (database: %s, %s) whether it is to be backed up',
    (database, why, reason) => {
      const kind = 'database_without_client';
      expect(leftBehind({ database }, why)).toEqual({ kind, reason, detail: null, has_database: database });
    },
  );

  it('is behind when it says another version than the wanted one, and only then', () => {
    const one = { status: 'active' as const, found, version: '2.0.0' };
    expect(differenceOf({ ...one, probed: answers(200, '1.9.0') })?.kind).toBe('version_behind');
    expect(differenceOf({ ...one, probed: answers(200, '2.0.0') })).toBeUndefined();
    expect(differenceOf({ ...one, probed: answers(200) })).toBeUndefined();
    expect(differenceOf({ ...one, version: undefined, probed: answers(200, '1.9.0') })).toBeUndefined();
  });
});

describe('a difference', () => {
  const start = new Date('2026-03-02T10:00:00Z');
  const fresh: Sighting = { first_seen_at: start, times_seen: 1, times_missed: 0, confirmed_at: null };
  const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

  it('counts after enough sightings in a row over enough time, and not before', () => {
    const second = afterLook(fresh, true, at(180));
    expect(second?.confirmed_at).toBeNull();
    expect(second && afterLook(second, true, at(360))?.confirmed_at).toEqual(at(360));
    const often = { ...fresh, times_seen: confirmation.times + 5 };
    expect(afterLook(often, true, at(confirmation.seconds - 1))?.confirmed_at).toBeNull();
  });

  it('that does not count yet is over at the first look that does not see it', () => {
    expect(afterLook(fresh, false, at(180))).toBeUndefined();
  });

  it('that counts outlives one lost probe, and is over after the second', () => {
    const confirmed = { ...fresh, confirmed_at: at(360) };
    const missed = afterLook(confirmed, false, at(540));
    expect(missed?.confirmed_at).toEqual(at(360));
    expect(missed && afterLook(missed, false, at(720))).toBeUndefined();
    expect(missed && afterLook(missed, true, at(720))?.times_missed).toBe(0);
    expect(missesToEnd).toBe(2);
  });

  it('never begins to count by one look, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (looks) => {
        let known: Sighting | undefined;
        let inARow = 0;
        looks.forEach((isSeen, index) => {
          inARow = isSeen ? inARow + 1 : 0;
          const now = at(index * 180);
          const wasConfirmed = known?.confirmed_at;
          known = known
            ? afterLook(known, isSeen, now)
            : isSeen
              ? { ...fresh, first_seen_at: now }
              : undefined;
          if (known?.confirmed_at && !wasConfirmed) expect(inARow).toBeGreaterThanOrEqual(confirmation.times);
        });
      }),
    );
  });
});
