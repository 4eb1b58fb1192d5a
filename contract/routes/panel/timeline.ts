import { listOf } from '../../http/answers.ts';
import { timelineList, timelineParams, timelineRow } from '../../clients/timeline.ts';
import { route, staff } from '../../http/route.ts';

/** Everything that happened to a client, in one list (GROWTH section 19). */
export const timelineApi = {
  timeline: route({
    method: 'GET',
    path: '/admin/clients/:id/timeline',
    access: staff('clients.read'),
    summary:
      'Money, documents, emails, notes, changes, sign-ins and cabinet events of a client, newest first',
    params: timelineParams,
    list: timelineList,
    answer: listOf(timelineRow),
  }),
};
