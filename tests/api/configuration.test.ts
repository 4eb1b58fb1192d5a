import { createServer } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/kernel/config.ts';
import { startServer } from '#server/server.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { startApp } from '#tests/support/app.ts';
import { freshDatabase } from '#tests/support/postgres/database.ts';
import { freePort } from '#tests/support/processes/ports.ts';

describe('the configuration for the browser', () => {
  it('is what it needs and nothing secret', async () => {
    const app = await startApp({
      PRODUCT_NAME: 'Каса',
      LOGO_NAME: 'kasa',
      API_URL: 'https://api.example/v1',
    });
    try {
      const answer = await app.call('GET', '/config.json');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toEqual({
        apiUrl: 'https://api.example/v1',
        productName: 'Каса',
        logoName: 'kasa',
        variant: 'ua',
        locales: ['uk', 'en', 'ru', 'lt', 'de'],
        defaultLocale: 'uk',
        currency: 'UAH',
        timeZone: 'Europe/Kyiv',
        cabinetPort: app.cabinetPort,
        registrationOpen: true,
        choosesTariff: false,
        seller: '',
        readOnly: false,
        resendIntervalSeconds: 60,
        supportEmail: null,
        supportPhone: null,
        branding: { accent: null, logo: null, markUrl: '/kasa.svg', footer: {} },
        staffSignIn: null,
      });
    } finally {
      await app.close();
    }
  });
});

describe('a port that another program has', () => {
  it.each(['PORT', 'CABINET_PORT', 'HEALTH_PORT'])(
    'stops the start with a line that names %s, and leaves nothing running',
    async (name) => {
      const database = await freshDatabase();
      const taken = await freePort();
      const other = createServer();
      await new Promise<void>((listening) => other.listen(taken, '127.0.0.1', listening));
      try {
        const ports = { PORT: String(await freePort()), CABINET_PORT: String(await freePort()) };
        const config = readConfig({
          DATABASE_URL: database.url,
          SECRET_KEY: 'x'.repeat(32),
          LOG_LEVEL: 'silent',
          DATA_DIR: `/tmp/tenantry-configuration-${process.pid}`,
          ...ports,
          [name]: String(taken),
        });
        const start = startServer({
          config,
          clock: { now: () => new Date() },
          log: pino({ level: 'silent' }),
          print: () => undefined,
        });
        await expect(start).rejects.toThrow(StartupError);
        await expect(start).rejects.toThrow(`${name}: port ${taken} is taken by another program`);
        if (name !== 'PORT') {
          await expect(fetch(`http://127.0.0.1:${ports.PORT}/healthz`)).rejects.toThrow();
        }
      } finally {
        await new Promise((closed) => other.close(closed));
        await database.drop();
      }
    },
  );
});
