import type { Alarms } from '#contract/panel/alarm.ts';
import { alarmApi as api } from '#contract/routes/panel/alarm.ts';
import { clockAlarms } from '#server/db/clock-alarms.ts';
import type { ClockGuard } from '#server/db/clock-guard.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { confirmSteps, readWaiting } from './billing/confirm-steps.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';

interface AlarmRouteDeps {
  clockGuard: Pick<ClockGuard, 'agrees'>;
  subscriptions: SubscriptionDeps;
}

/** `admin/alarms`: a wrong clock, and steps that wait for approval. */
export function alarmRoutes({ clockGuard, subscriptions }: AlarmRouteDeps): Implementation[] {
  return [
    onStaff(api.alarms, async ({ caller }) => {
      await clockGuard.agrees();
      return { data: await alarms(caller.now) };
    }),
    onStaff(api.confirmSteps, async ({ caller, body }) => ({
      data: await confirmSteps(subscriptions, caller, body, (tx) => alarms(caller.now, tx)),
    })),
  ];

  async function alarms(now: Date, on = subscriptions.db): Promise<Alarms> {
    const clocks = await clockAlarms(on);
    return {
      clocks: clocks.map(({ host, roles, offset_seconds }) => ({
        host,
        roles: roles.split(','),
        offset_seconds,
      })),
      waiting: await readWaiting(subscriptions, now, on),
    };
  }
}
