import { listOf } from '../../http/answers.ts';
import { timelineList, timelineParams, timelineRow } from '../../clients/timeline.ts';
import { route, staff } from '../../http/route.ts';

/** Everything that happened to a client, or to one of its documents, in one list (GROWTH section 19). */
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
  documentTimeline: route({
    method: 'GET',
    path: '/admin/documents/:id/timeline',
    access: staff('payments.read'),
    summary:
      'What became of a document: its issue, the money for it, the emails about it, its end; newest first',
    params: timelineParams,
    list: timelineList,
    answer: listOf(timelineRow),
  }),
};
