import { timelineApi } from '#contract/routes/panel/timeline.ts';
import { knownClient } from '#server/clients/read-client.ts';
import { knownDocument } from '#server/documents/read-document.ts';
import type { Db } from '#server/db/tables.ts';
import type { Implementation } from '#server/http/routes.ts';
import { type ListDeps, onListBelow } from '#server/lists/list-reply.ts';
import { documentTimelineListing, timelineListing } from './read-timeline.ts';

/** `admin/clients/{id}/timeline`, `admin/documents/{id}/timeline`. */
export function timelineRoutes(deps: { db: Db; lists: ListDeps }): Implementation[] {
  const { db, lists } = deps;
  return [
    onListBelow(timelineApi.timeline, (id) => timelineListing(db, id), lists, knownClient(deps)),
    onListBelow(
      timelineApi.documentTimeline,
      (id) => documentTimelineListing(db, id),
      lists,
      knownDocument(db),
    ),
  ];
}
