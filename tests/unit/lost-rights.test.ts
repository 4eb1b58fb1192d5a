import { expect, it } from 'vitest';
import { lostRights } from '#web/resources/staff/users/lost-rights.ts';

it('tells what is lost, with what went along with it', () => {
  expect(lostRights(['clients.write', 'audit.read'], ['audit.read'])).toEqual([
    'clients.read',
    'clients.write',
  ]);
  expect(lostRights(['clients.write'], ['clients.read'])).toEqual(['clients.write']);
});

it('tells nothing where nothing is lost', () => {
  expect(lostRights(['clients.read', 'clients.write'], ['clients.write', 'users.read'])).toEqual([]);
  expect(lostRights(['clients.read', 'read_only'], ['clients.read'])).toEqual([]);
  expect(lostRights(['clients.read', 'read_only'], ['clients.read', 'read_only'])).toEqual([]);
});

it('tells of a restriction that is taken on', () => {
  expect(lostRights(['clients.write'], ['clients.write', 'read_only'])).toEqual(['read_only']);
});
