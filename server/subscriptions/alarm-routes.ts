import { type Alarms, alarmKindsFor } from '#contract/accounts/alarm.ts';
import { alarmApi as api } from '#contract/routes/panel/alarm.ts';
import { readRaised } from '#server/alarms/raise-alarm.ts';
import { clockAlarms } from '#server/db/clock-alarms.ts';
import type { ClockGuard } from '#server/db/clock-guard.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { confirmSteps, readWaiting } from './billing/confirm-steps.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';

interface AlarmRouteDeps {
  clockGuard: Pick<ClockGuard, 'agrees'>;
  subscriptions: SubscriptionDeps;
}

/** `admin/alarms`: a wrong clock, steps that wait for approval, and what else is wrong. */
export function alarmRoutes({ clockGuard, subscriptions }: AlarmRouteDeps): Implementation[] {
  return [
    onStaff(api.alarms, async ({ caller }) => {
      await clockGuard.agrees();
      return { data: await alarms(caller) };
    }),
    onStaff(api.confirmSteps, async ({ caller, body }) => ({
      data: await confirmSteps(subscriptions, caller, body, (tx) => alarms(caller, tx)),
    })),
  ];

  async function alarms({ actor, now }: StaffCaller, on = subscriptions.db): Promise<Alarms> {
    const clocks = await clockAlarms(on);
    return {
      clocks: clocks.map(({ host, roles, offset_seconds }) => ({
        host,
        roles: roles.split(','),
        offset_seconds,
      })),
      waiting: await readWaiting(subscriptions, now, on),
      raised: await readRaised(on, alarmKindsFor(actor.permissions)),
    };
  }
}
