import { request } from 'node:http';

/** For the image's HEALTHCHECK: whether this process answers at `HEALTH_PORT`, whatever its roles. */
const asking = request({
  host: '127.0.0.1',
  port: process.env.HEALTH_PORT,
  path: '/healthz',
  timeout: 4000,
});
asking.on('response', (answer) => {
  answer.resume();
  if (answer.statusCode !== 200) process.exitCode = 1;
});
asking.on('timeout', () => asking.destroy(new Error('silent')));
asking.on('error', () => (process.exitCode = 1));
asking.end();
