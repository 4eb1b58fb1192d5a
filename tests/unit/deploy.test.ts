import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/kernel/config.ts';

/** The checks of deploy/ that need no container and no cluster. */
const folder = fileURLToPath(new URL('../../deploy', import.meta.url));
const schema = CORE_SCHEMA.withTags(mergeTag);
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8');

describe('the compose file', () => {
  const { services } = Object(load(textOf('compose.yaml'), { schema }));

  it('runs each role once, on a tree that is read only', () => {
    const roles = Object.values(services).flatMap((service) => Object(service).environment?.ROLES ?? []);
    expect(roles).toEqual(['web', 'worker', 'cabinets']);
    for (const name of roles) expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('lets each role restart alone: none lives in the network of another', () => {
    for (const service of Object.values(services)) expect(service).not.toHaveProperty('network_mode');
    const { CABINET_HOST_URL: host, CABINET_API_URL: api, ...rest } = services.worker.environment;
    const [cabinets, web] = [new URL(host), new URL(api)];
    expect(services[cabinets.hostname].environment.ROLES).toBe('cabinets');
    expect(services[cabinets.hostname].ports).toEqual([`127.0.0.1:${cabinets.port}:${cabinets.port}`]);
    expect(services[web.hostname].environment.ROLES).toBe('web');
    expect(services[web.hostname].ports).toEqual([`127.0.0.1:${web.port}:${web.port}`]);
    // The defaults of PORT and CABINET_PORT, and of the image.
    const config = readConfig({ SECRET_KEY: 'x'.repeat(32), DATABASE_URL: 'postgres://u:p@h/d' });
    expect([config.port, config.cabinets.port].map(String)).toEqual([web.port, cabinets.port]);
    expect(rest).not.toHaveProperty('PORT');
  });

  it('lets no secret stand in the file', () => {
    expect(textOf('compose.yaml')).not.toMatch(/(SECRET_KEY|PASSWORD): (?!\$\{\w+:\?)/);
  });
});

describe('the Dockerfile', () => {
  const lines = textOf('Dockerfile').split('\n');

  it('copies what is in the context', () => {
    const ignore = readFileSync(path.join(folder, '../.dockerignore'), 'utf8').split('\n');
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from') && line !== 'COPY . .')
      .flatMap((line) => line.split(' ').slice(1, -1));
    const allowed = (file: string) =>
      ignore.includes(`!${file}`) && existsSync(path.join(folder, '..', file));
    expect(copied.filter((file) => !allowed(file))).toEqual([]);
  });

  it('ends as an unprivileged user that is asked for its health', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last).toContain('USER node');
    expect(last.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
  });

  it('has the Node.js that npm installs', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(folder, '../package.json'), 'utf8'));
    expect(lines).toContain(`ARG NODE=node:${dependencies.node}-bookworm-slim`);
  });
});

describe('the workflows', () => {
  const root = path.join(folder, '..');
  const workflows = readdirSync(path.join(root, '.github/workflows'));
  const stepsOf = (file: string): { run?: string; with?: Record<string, unknown> }[] =>
    Object.values(
      Object(load(readFileSync(path.join(root, '.github/workflows', file), 'utf8'), { schema })).jobs,
    ).flatMap((job) => Object(job).steps);

  it.each(workflows)('%s runs what is there, on the Node.js that npm installs', (file) => {
    const { dependencies, scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const steps = stepsOf(file);
    expect(steps.map((step) => step.run)).toContain('.ci/run');
    for (const { run = '', with: given = {} } of steps) {
      for (const [, name = ''] of run.matchAll(/npm run (\S+)/g)) expect(scripts).toHaveProperty([name]);
      for (const [, script = ''] of run.matchAll(/node (\S+)/g)) {
        expect(existsSync(path.join(root, script)), script).toBe(true);
      }
      if (given['node-version']) expect(given['node-version']).toBe(dependencies.node);
      if (given.file) expect(existsSync(path.join(root, String(given.file)))).toBe(true);
    }
  });
});
