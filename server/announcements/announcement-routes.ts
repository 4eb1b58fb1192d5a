import { announcementApi as api, ownAnnouncementApi as own } from '#contract/routes/panel/announcement.ts';
import { type Implementation, onCustomer, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { type AudienceDeps, audienceOf, checkedAudience, requireChooser } from './audience.ts';
import {
  announcementListing,
  knownAnnouncement,
  readAnnouncement,
  readOwnAnnouncements,
} from './read-announcements.ts';
import {
  changeAnnouncement,
  createAnnouncement,
  putAnnouncementAway,
  removeAnnouncement,
} from './write-announcement.ts';

/** `admin/announcements`, and what customers read of them. */
export function announcementRoutes(deps: AudienceDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.announcements, announcementListing(deps), deps.lists),
    onStaff(api.announcement, async ({ caller, params }) => ({
      data: await readAnnouncement(deps, caller, params.id),
    })),
    onStaff(api.createAnnouncement, async ({ caller, body }) => ({
      data: await createAnnouncement(deps, caller, body),
    })),
    onStaff(
      api.changeAnnouncement,
      async ({ caller, params: { id }, body: input }) => ({
        data: await changeAnnouncement(deps, caller, { id, input }),
      }),
      knownAnnouncement(deps),
    ),
    onStaff(api.deleteAnnouncement, async ({ caller, params }) => {
      await removeAnnouncement(deps, caller, params.id);
      return { data: {} };
    }),
    onStaff(api.announcementAudience, async ({ caller, body }) => {
      requireChooser(caller, body.audience);
      const audience = await checkedAudience(deps, body.audience);
      const { total } = await audienceOf(deps, deps.db, audience, { now: caller.now, limit: 1 });
      return { data: { count: total } };
    }),
    onCustomer(own.ownAnnouncements, async ({ caller }) => ({
      data: await readOwnAnnouncements(deps, caller),
    })),
    onCustomer(own.putAnnouncementAway, async ({ caller, params }) => {
      await putAnnouncementAway(deps, caller, params.id);
      return { data: {} };
    }),
  ];
}
