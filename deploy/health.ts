import { request } from 'node:http';

/** For the image's HEALTHCHECK: whether what this process listens on answers. A worker listens on nothing. */
const { ROLES = 'web,worker,cabinets', PORT = '8080', CABINET_PORT = '8443' } = process.env;
const roles = ROLES.split(',').map((role) => role.trim());
const asked = [
  ...(roles.includes('web')
    ? [{ port: PORT, path: '/healthz', isWell: (status: number) => status === 200 }]
    : []),
  // Any answer: this name is no cabinet's.
  ...(roles.includes('cabinets') ? [{ port: CABINET_PORT, path: '/', isWell: () => true }] : []),
];

for (const { port, path, isWell } of asked) {
  const asking = request({ host: '127.0.0.1', port, path, timeout: 4000 }, (answer) => {
    answer.resume();
    if (!isWell(answer.statusCode ?? 0)) process.exitCode = 1;
  });
  asking.on('timeout', () => asking.destroy(new Error('silent')));
  asking.on('error', () => (process.exitCode = 1));
  asking.end();
}
