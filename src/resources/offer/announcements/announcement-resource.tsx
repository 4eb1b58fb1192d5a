import { type Announcement, announcementList } from '#contract/clients/announcement.ts';
import { announcementApi } from '#contract/routes/panel/announcement.ts';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';
import { AnnouncementState, AudienceName } from './announcement-cells.tsx';

/** What customers are told in their account and cabinet, and by email (GROWTH section 19). */
export const announcementResource = defineResource<Announcement>({
  name: 'announcements',
  path: 'settings/announcements',
  spec: announcementList,
  routes: {
    list: announcementApi.announcements,
    one: announcementApi.announcement,
    create: announcementApi.createAnnouncement,
    update: announcementApi.changeAnnouncement,
    remove: announcementApi.deleteAnnouncement,
  },
  form: { in: 'dialog', load: async () => (await import('./announcement-form.tsx')).useAnnouncementForm },
  titleField: 'title',
  csv: true,
  columns: [
    { field: 'title', shown: true },
    {
      field: 'state',
      shown: true,
      cell: (row) => <AnnouncementState announcement={row} />,
      file: [],
    },
    { field: 'audience', shown: true, cell: (row) => <AudienceName announcement={row} />, file: [] },
    { field: 'from', shown: true },
    { field: 'to', shown: true },
    { field: 'mail', shown: true },
    { field: 'mailed_at' },
    { field: 'created_at' },
    { field: 'updated_at', file: [] },
  ],
  filters: [{ field: 'from' }, { field: 'to' }, { field: 'mail' }],
});
