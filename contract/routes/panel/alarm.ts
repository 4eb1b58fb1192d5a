import { alarms, confirmationInput } from '../../accounts/alarm.ts';
import { dataOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';

/** Warnings at the top of the panel, until somebody acts: prefix `admin` (GROWTH sections 19 and 20). */
export const alarmApi = {
  alarms: route({
    method: 'GET',
    path: '/admin/alarms',
    access: staff(null),
    summary:
      'Processes with a wrong clock, blocks and deletions that wait for approval, and open alarms that the caller may know about',
    answer: dataOf(alarms),
  }),
  confirmSteps: route({
    method: 'POST',
    path: '/admin/alarms/confirmation',
    access: staff('settings.write'),
    summary: 'Approve the waiting blocks and deletions that were shown; a run does them at once',
    body: confirmationInput,
    answer: dataOf(alarms),
    errors: ['stale'],
  }),
};
