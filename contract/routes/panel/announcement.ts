import * as z from 'zod';
import {
  announcement,
  announcementChanges,
  announcementInput,
  announcementList,
  announcementParams,
  audienceInput,
  ownAnnouncement,
} from '../../clients/announcement.ts';
import { dataOf, done, listOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import { customerAddresses } from '../customer-addresses.ts';

/** What the operator tells its customers (GROWTH section 19): prefix `admin/announcements`. */
export const announcementApi = {
  announcements: route({
    method: 'GET',
    path: '/admin/announcements',
    access: staff('settings.read'),
    summary: 'Announcements to customers',
    list: announcementList,
    answer: listOf(announcement),
  }),
  announcement: route({
    method: 'GET',
    path: '/admin/announcements/:id',
    access: staff('settings.read'),
    summary: 'One announcement',
    params: announcementParams,
    answer: dataOf(announcement),
  }),
  createAnnouncement: route({
    method: 'POST',
    path: '/admin/announcements',
    access: staff('settings.write'),
    summary: 'Announce something to all customers, or to those that a filter of clients finds',
    body: announcementInput,
    answer: dataOf(announcement),
    status: 201,
  }),
  changeAnnouncement: route({
    method: 'PUT',
    path: '/admin/announcements/:id',
    access: staff('settings.write'),
    summary: 'Change an announcement; clients who were emailed it are not emailed again',
    params: announcementParams,
    body: announcementChanges,
    answer: dataOf(announcement),
    errors: ['stale'],
  }),
  deleteAnnouncement: route({
    method: 'DELETE',
    path: '/admin/announcements/:id',
    access: staff('settings.write'),
    summary: 'Take an announcement back: nobody sees it any more, and emailing stops',
    params: announcementParams,
    answer: done,
  }),
  announcementAudience: route({
    method: 'POST',
    path: '/admin/announcements/audience',
    access: staff('settings.write'),
    summary: 'How many clients an audience has now',
    body: audienceInput,
    answer: dataOf(z.object({ count: z.int() })),
  }),
};

/** The same for the customer of the session. */
export const ownAnnouncementApi = {
  ownAnnouncements: route({
    ...customerAddresses.ownAnnouncements,
    summary: 'What the operator announces now, without what was put away',
    answer: dataOf(z.array(ownAnnouncement)),
  }),
  putAnnouncementAway: route({
    ...customerAddresses.putAnnouncementAway,
    summary: 'Put an announcement away: it is not shown again',
    params: announcementParams,
    answer: done,
  }),
};
