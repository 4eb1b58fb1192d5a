import { addDays, localDay, startOfDay } from '#server/kernel/periods.ts';
import type { TestClock } from '#tests/support/clock.ts';

const kyiv = 'Europe/Kyiv';

/** Moves time to the next noon, so that some hours more or less are the same day, whenever the test runs. */
export function moveToNoon(clock: TestClock): void {
  const noon = addDays(startOfDay(localDay(clock.now(), kyiv), kyiv), 1.5, kyiv);
  clock.advance((noon.getTime() - clock.now().getTime()) / 1000);
}
