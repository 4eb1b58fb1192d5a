import { expect, it } from 'vitest';
import { backups } from '#cli/doctor/backup-checks.ts';
import { leftOutHosts } from '#server/backup/left-out-hosts.ts';
import { readConfig } from '#server/kernel/config.ts';

const hosts = (environment: Record<string, string>) => leftOutHosts(readConfig(environment));
const three = 'a=http://10.0.0.1:8443,b=http://10.0.0.2:8443,c=http://10.0.0.3:8443';
const goodAt = new Date('2026-03-02T10:00:00Z');
const state = { goodAt, isLate: false, problem: null };

it('names the hosts whose cabinets a backup does not have', () => {
  expect(hosts({})).toEqual([]);
  expect(hosts({ CABINET_HOSTS: 'a=http://10.0.0.1:8443', CABINET_HOST_NAME: 'a' })).toEqual([]);
  expect(hosts({ CABINET_HOSTS: three, CABINET_HOST_NAME: 'b' })).toEqual(['a', 'c']);
  expect(hosts({ CABINET_HOSTS: three, ROLES: 'worker' })).toEqual(['a', 'b', 'c']);
});

it('the doctor does not call a backup good that lacks them', () => {
  expect(backups(state, [])).toMatchObject({ verdict: 'ok' });
  expect(backups(state, ['a', 'c'])).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('DATA_DIR/cabinets of each host'),
  });
});
