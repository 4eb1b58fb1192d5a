import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { StartRefused } from '#server/start-refused.ts';

const secret = 'x'.repeat(32);

/** The line that stops the start. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(environment)}`);
}

describe('without any variable', () => {
  it('is one machine that nobody else reaches', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      dataDir: path.resolve('./data'),
      databaseUrl: undefined,
      secretKey: undefined,
      admin: undefined,
      smtpUrl: undefined,
      variant: 'ua',
      productName: 'Tenantry',
      logoName: 'tenantry',
      cabinets: { driver: 'embedded', domain: 'localhost', port: 8443, scheme: 'http' },
      roles: ['web', 'worker', 'cabinets'],
      trustProxy: [],
      limits: {
        login: { count: 5, seconds: 900 },
        registration: { count: 20, seconds: 3600 },
        link: { count: 30, seconds: 900 },
        reset: { count: 5, seconds: 3600 },
      },
      corsOrigins: [],
      apiUrl: '/api',
      metricsToken: undefined,
      strictDisclosure: false,
      logLevel: 'info',
    });
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', VARIANT: '', DATABASE_URL: '', TRUST_PROXY: '' })).toEqual(readConfig({}));
  });
});

describe('what variables say', () => {
  it.each([
    [{ PORT: '9000' }, { port: 9000, publicUrl: 'http://localhost:9000' }],
    [{ PUBLIC_URL: 'https://my.example/' }, { publicUrl: 'https://my.example' }],
    [{ CABINET_DOMAIN: 'shops.example' }, { cabinets: { domain: 'shops.example', scheme: 'https' } }],
    [
      { CABINET_TEMPLATE: '/t.yaml', CABINET_TEMPLATE_IMAGE: 'x:1', KUBECONFIG: '/k' },
      { cabinets: { kubernetes: { template: '/t.yaml', kubeconfig: '/k', values: { 'env.IMAGE': 'x:1' } } } },
    ],
    [{ CABINET_DOMAIN: 'shops.example', CABINET_SCHEME: 'http' }, { cabinets: { scheme: 'http' } }],
    [{ VARIANT: 'lt' }, { variant: 'lt' }],
    [{ ROLES: 'worker' }, { roles: ['worker'] }],
    [{ ROLES: ' web , cabinets ' }, { roles: ['web', 'cabinets'] }],
    [{ LOGIN_ATTEMPTS: '3/30s' }, { limits: { login: { count: 3, seconds: 30 } } }],
    [{ RESET_ATTEMPTS: '2/1d' }, { limits: { reset: { count: 2, seconds: 86_400 } } }],
    [{ API_URL: 'https://api.example/v1/' }, { apiUrl: 'https://api.example/v1' }],
    [
      { CORS_ORIGINS: 'https://a.example, https://b.example:444' },
      { corsOrigins: ['https://a.example', 'https://b.example:444'] },
    ],
    [
      { TRUST_PROXY: '10.0.0.0/8, ::1', METRICS_TOKEN: 'sixteen letters!' },
      { trustProxy: ['10.0.0.0/8', '::1'], metricsToken: 'sixteen letters!' },
    ],
    [{ ACCOUNT_DISCLOSURE: 'strict' }, { strictDisclosure: true }],
    [{ PRODUCT_NAME: 'Каса' }, { productName: 'Каса', mailFrom: 'Каса <no-reply@localhost>' }],
    [
      { ADMIN_EMAIL: 'a@b.ua', ADMIN_PASSWORD: 'Passw0rd' },
      { admin: { email: 'a@b.ua', password: 'Passw0rd' } },
    ],
    [
      { DATABASE_URL: 'postgres://u:p@h/d', SECRET_KEY: secret },
      { databaseUrl: 'postgres://u:p@h/d', secretKey: secret },
    ],
  ])('%j', (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });
});

describe('a wrong value stops the start with one line', () => {
  it.each([
    ['PORT', 'eighty', 'a port from 0 to 65535'],
    ['PORT', '65536', 'a port from 0 to 65535'],
    ['PORT', '-1', 'a port from 0 to 65535'],
    ['CABINET_PORT', '8443.5', 'a port from 0 to 65535'],
    ['PUBLIC_URL', 'my.example', 'an http(s) address'],
    ['PUBLIC_URL', 'ftp://my.example', 'an http(s) address'],
    ['ADMIN_EMAIL', 'nobody', 'an e-mail address'],
    ['MAIL_FROM', 'nobody', 'an e-mail address'],
    ['VARIANT', 'pl', 'ua or lt'],
    ['LOGO_NAME', '../secret', 'a name of a-z, 0-9 and -'],
    ['CABINET_DRIVER', 'docker', 'embedded, webhook or kubernetes'],
    ['CABINET_DOMAIN', 'Shops.example', 'a domain name in lower case'],
    ['CABINET_DOMAIN', 'shops..example', 'a domain name in lower case'],
    ['CABINET_SCHEME', 'gopher', 'http or https'],
    ['ROLES', 'web,billing', 'a list of web, worker, cabinets'],
    ['TRUST_PROXY', 'true', 'false, or addresses and subnets separated by commas'],
    ['TRUST_PROXY', '10.0.0.0/33', 'false, or addresses and subnets separated by commas'],
    ['LOGIN_ATTEMPTS', '5', 'COUNT/DURATION such as 5/15m'],
    ['LOGIN_ATTEMPTS', '0/15m', 'COUNT/DURATION such as 5/15m'],
    ['REGISTRATION_ATTEMPTS', '5/15w', 'COUNT/DURATION such as 20/1h'],
    ['LINK_ATTEMPTS', 'many', 'COUNT/DURATION such as 30/15m'],
    ['RESET_ATTEMPTS', '5/', 'COUNT/DURATION such as 5/1h'],
    ['CORS_ORIGINS', 'https://a.example/path', 'origins such as https://shop.example, separated by commas'],
    ['CORS_ORIGINS', '*', 'origins such as https://shop.example, separated by commas'],
    ['API_URL', 'api', 'a path or an http(s) address'],
    ['ACCOUNT_DISCLOSURE', 'loose', 'friendly or strict'],
    ['LOG_LEVEL', 'loud', 'fatal, error, warn, info, debug, trace or silent'],
  ])('%s=%s', (name, value, accepts) => {
    const line = refusal({ [name]: value });
    expect(line).toBe(`${name}: "${value}" is not accepted; it takes ${accepts}.`);
    expect(line).not.toContain('\n');
  });

  it.each([
    ['DATABASE_URL', 'mysql://u:hunter2@h/d'],
    ['SECRET_KEY', 'hunter2'],
    ['SMTP_URL', 'http://u:hunter2@h'],
    ['METRICS_TOKEN', 'hunter2'],
    ['ADMIN_PASSWORD', 'hunter2'],
  ])('%s, without showing the secret', (name, value) => {
    const line = refusal({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name}: the value given is not accepted; it takes .+\\.$`));
    expect(line).not.toContain('hunter2');
  });

  it.each([
    [{ ADMIN_EMAIL: 'a@b.ua' }, 'ADMIN_EMAIL and ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'Passw0rd' }, 'ADMIN_EMAIL and ADMIN_PASSWORD'],
    [{ DATABASE_URL: 'postgres://u:p@h/d' }, 'SECRET_KEY'],
    [{ TRUST_PROXY: '127.0.0.1' }, 'METRICS_TOKEN'],
    [{ CABINET_DRIVER: 'kubernetes' }, 'CABINET_TEMPLATE'],
  ])('%j lacks what belongs to it', (environment, names) => {
    expect(refusal(environment)).toContain(names);
  });
});
