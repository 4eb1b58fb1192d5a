import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig, unreadVariables, variableNames } from '#server/kernel/config.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

const secret = 'x'.repeat(32);

/** The line with which the start stops. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
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
        loginPerAddress: { count: 100, seconds: 900 },
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
    [{ LOGIN_ATTEMPTS_PER_ADDRESS: '40/1h' }, { limits: { loginPerAddress: { count: 40, seconds: 3600 } } }],
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
    // A password leaves this network only over TLS.
    [{ SMTP_URL: 'smtp://u:p@mail.example' }, { smtpNeedsTls: true }],
    [{ SMTP_URL: 'smtp://u:p@203.0.113.9:587' }, { smtpNeedsTls: true }],
    [{ SMTP_URL: 'smtp://u:p@mail.example', SMTP_ALLOW_PLAIN: '1' }, { smtpNeedsTls: false }],
    [{ SMTP_URL: 'smtp://mail.example' }, { smtpNeedsTls: false }],
    [{ SMTP_URL: 'smtps://u:p@mail.example' }, { smtpNeedsTls: false }],
    [{ SMTP_URL: 'smtp://u:p@127.0.0.1:25' }, { smtpNeedsTls: false }],
    [{ SMTP_URL: 'smtp://u:p@[::1]:25' }, { smtpNeedsTls: false }],
    [{ SMTP_URL: 'smtp://u:p@mailpit:1025' }, { smtpNeedsTls: false }],
    [{ PRODUCT_NAME: 'Каса' }, { productName: 'Каса', mailFrom: 'Каса <no-reply@localhost>' }],
    [
      { ADMIN_EMAIL: 'a@b.ua', ADMIN_PASSWORD: 'Own-Passw0rd' },
      { admin: { email: 'a@b.ua', password: 'Own-Passw0rd' } },
    ],
    [
      { DATABASE_URL: 'postgres://u:p@h/d', SECRET_KEY: secret },
      { databaseUrl: 'postgres://u:p@h/d', secretKey: secret },
    ],
  ])('%j', (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });
});

describe('the provisioner, which is sent secrets,', () => {
  const webhook = { CABINET_WEBHOOK_SECRET: secret, CABINET_WEBHOOK_ALLOW_PRIVATE: '1' };

  it.each(['http://127.0.0.1:9', 'http://provisioner', 'http://10.1.2.3', 'https://p.example'])(
    'may be %s',
    (url) => {
      expect(readConfig({ ...webhook, CABINET_WEBHOOK_URL: url }).cabinets.webhook?.url).toBe(url);
    },
  );
});

describe('a wrong value stops the start with one line', () => {
  it.each([
    ['PORT', 'eighty', 'a port from 0 to 65535'],
    ['PORT', '65536', 'a port from 0 to 65535'],
    ['PORT', '-1', 'a port from 0 to 65535'],
    ['CABINET_PORT', '8443.5', 'a port from 1 to 65535'],
    ['CABINET_PORT', '0', 'a port from 1 to 65535'],
    ['CABINET_WEBHOOK_URL', 'ftp://provisioner.example', 'an http(s) address'],
    ['DRAIN_SECONDS', '5s', 'seconds from 0 to 600'],
    ['PUBLIC_URL', 'my.example', 'an http(s) address without a path'],
    ['PUBLIC_URL', 'ftp://my.example', 'an http(s) address without a path'],
    ['PUBLIC_URL', 'https://my.example/panel', 'an http(s) address without a path'],
    ['ADMIN_EMAIL', 'nobody', 'an email address'],
    ['MAIL_FROM', 'nobody', 'an email address'],
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
    [{ ADMIN_PASSWORD: 'Own-Passw0rd' }, 'ADMIN_EMAIL and ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'a@b.ua', ADMIN_PASSWORD: 'Password1' }, 'not easy to guess'],
    [{ DATABASE_URL: 'postgres://u:p@h/d' }, 'SECRET_KEY'],
    [{ TRUST_PROXY: '127.0.0.1' }, 'METRICS_TOKEN'],
    [{ CABINET_DRIVER: 'kubernetes' }, 'CABINET_TEMPLATE'],
    [{ CABINET_WEBHOOK_URL: 'http://p.example/', CABINET_WEBHOOK_SECRET: secret }, 'CABINET_WEBHOOK_URL'],
    [{ CABINET_WEBHOOK_URL: 'http://127.0.0.1/', CABINET_WEBHOOK_SECRET: secret }, 'CABINET_WEBHOOK_URL'],
    [
      {
        CABINET_WEBHOOK_URL: 'http://p.example/',
        CABINET_WEBHOOK_SECRET: secret,
        CABINET_WEBHOOK_ALLOW_PRIVATE: '1',
      },
      'CABINET_WEBHOOK_URL',
    ],
  ])('%j lacks what belongs to it', (environment, names) => {
    expect(refusal(environment)).toContain(names);
  });
});

describe('a variable that nobody reads', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['SERCET_KEY', 'SECRET_KEY'],
    ['PUBLIC_UR', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['SMPT_URL', 'SMTP_URL'],
    ['CABINET_DOMIAN', 'CABINET_DOMAIN'],
    ['CABINET_WEBHOOK_SECERT', 'CABINET_WEBHOOK_SECRET'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['PROT', 'PORT'],
    ['ROELS', 'ROLES'],
  ])('%s stops the start, which says %s', (name, meant) => {
    expect(refusal({ [name]: 'hunter2' })).toBe(
      `${name} is not a variable of this program: ${meant} was probably meant; rename it, or take it away.`,
    );
  });

  it('stops nothing when it is empty, or when the one that was meant is there too', () => {
    expect(readConfig({ DATABSE_URL: '' })).toEqual(readConfig({}));
    expect(readConfig({ MAIL_FROM: 'a@b.ua', MAIL_FORM: 'x' })).toMatchObject({ mailFrom: 'a@b.ua' });
  });

  it('is reported when it begins like ours', () => {
    const environment = {
      SMTP_HOST: 'mail.example',
      CABINET_COLOUR: 'blue',
      CABINET_TEMPLATE_IMAGE: 'x:1',
      CABINET_SERVICE_HOST: '10.0.0.1',
      PATH: '/bin',
    };
    expect(unreadVariables(environment)).toEqual([
      'SMTP_HOST is set, and this program reads no such variable: the README lists all of them.',
      'CABINET_COLOUR is set, and this program reads no such variable: the README lists all of them.',
    ]);
    expect(readConfig(environment)).toMatchObject({ smtpUrl: undefined });
  });

  it('is nobody’s business where shells, containers, CI and other programs have it', () => {
    const environment = Object.fromEntries(others.split(/\s+/).map((name) => [name, 'anything']));
    const links = {
      CABINETS_PORT: 'tcp://10.0.0.1:8443',
      CABINETS_PORT_8443_TCP: 'tcp://10.0.0.1:8443',
      CABINET_SERVICE_PORT_HTTPS: '8443',
      WEB_PORT: 'tcp://10.0.0.2:80',
      DATABASE_PORT_5432_TCP_ADDR: '10.0.0.3',
    };
    expect(readConfig({ ...environment, ...links })).toMatchObject({ port: 8080, databaseUrl: undefined });
    expect(unreadVariables({ ...environment, ...links })).toEqual([]);
  });
});

/** Usual environments: shells and desktops, systemd, Docker and Kubernetes, CI, npm and Node, databases. */
const others = `HOME LOGNAME USER USERNAME SHELL SHLVL PWD OLDPWD PATH TERM LANG LANGUAGE LC_ALL LC_TIME TZ EDITOR PAGER
  DISPLAY HOSTNAME HOSTTYPE MACHTYPE OSTYPE MAIL MAILCHECK TMPDIR TEMP TMP COLUMNS LINES PS1 IFS _ VISUAL BROWSER
  SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY SUDO_USER SUDO_UID SUDO_COMMAND XDG_DATA_DIRS XDG_DATA_HOME
  XDG_CONFIG_DIRS XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS COLORTERM LS_COLORS HISTSIZE HISTFILE
  INVOCATION_ID JOURNAL_STREAM LISTEN_PID LISTEN_FDS NOTIFY_SOCKET CREDENTIALS_DIRECTORY STATE_DIRECTORY LOGS_DIRECTORY
  RUNTIME_DIRECTORY MAINPID WATCHDOG_USEC SYSTEMD_EXEC_PID
  KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP KUBE_CONFIG KUBECTL_CONTEXT
  POD_NAME POD_NAMESPACE POD_IP NODE_NAME DOCKER_HOST DOCKER_CONFIG DOCKER_TLS_VERIFY COMPOSE_PROJECT_NAME container
  CI CI_COMMIT_SHA CI_PROJECT_NAME CI_REGISTRY CI_JOB_TOKEN GITHUB_ACTIONS GITHUB_TOKEN GITHUB_API_URL GITHUB_SERVER_URL
  GITHUB_REF GITHUB_SHA RUNNER_OS RUNNER_TEMP GITLAB_CI JENKINS_URL BUILD_ID BUILD_URL BUILD_NUMBER JOB_NAME TRAVIS
  npm_config_cache npm_config_prefix npm_config_loglevel npm_config_user_agent npm_lifecycle_event npm_package_name
  npm_package_version npm_execpath npm_node_execpath npm_command INIT_CWD NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION
  NODE_EXTRA_CA_CERTS NVM_DIR YARN_VERSION NO_COLOR FORCE_COLOR DEBUG VITEST TEST PROD DEV MODE BASE_URL SSR
  DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_NAME DATABASE_PASSWORD DB_URL DB_HOST PGHOST PGPORT PGUSER PGDATABASE
  PGPASSWORD POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB REDIS_URL MONGO_URL MYSQL_URL AMQP_URL
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE
  APP_URL APP_ENV APP_NAME APP_KEY API_KEY API_TOKEN API_HOST SECRET SECRET_KEY_BASE SECRET_TOKEN JWT_SECRET LOGLEVEL LOG_FILE
  EMAIL_FROM EMAIL_HOST MAIL_HOST MAIL_PORT MAILTO HOSTS PORTS ROLE PUBLIC_KEY PUBLIC_IP PUBLIC_PATH SITE_URL SERVER_PORT
  HEALTHCHECK_URL BACKUP_PATH JAVA_HOME JAVA_DIR WORK_DIR CACHE_DIR LOG_DIR VIRTUAL_HOST VIRTUAL_PORT PRODUCT_ID
  ADMIN_USER ADMIN_PASS METRICS_PORT METRICS_PATH TRUST_STORE AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
  GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_ID SENTRY_DSN OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_ENDPOINT DYNO DYNO_RAM`;

describe('payment gateways', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_live_secret',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    MONOBANK_TOKEN: 'mono-secret',
    LIQPAY_PUBLIC_KEY: 'i123',
    LIQPAY_PRIVATE_KEY: 'liqpay-secret',
    MONTONIO_ACCESS_KEY: 'access',
    MONTONIO_SECRET_KEY: 'montonio-secret',
  };

  it('are none without PAYMENTS, whatever keys there are', () => {
    expect(readConfig(keys).payments).toEqual({ names: [] });
  });

  it('keep their order, and have their keys', () => {
    const { payments } = readConfig({ ...keys, PAYMENTS: 'monobank, stripe' });
    expect(payments).toEqual({
      names: ['monobank', 'stripe'],
      monobank: { token: 'mono-secret', apiUrl: 'https://api.monobank.ua' },
      stripe: {
        secretKey: 'sk_live_secret',
        webhookSecret: 'whsec_secret',
        apiUrl: 'https://api.stripe.com',
      },
    });
    expect(readConfig({ PAYMENTS: 'test' }).payments.names).toEqual(['test']);
  });

  it.each([
    ['stripe', ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    ['monobank', ['MONOBANK_TOKEN']],
    ['liqpay', ['LIQPAY_PUBLIC_KEY', 'LIQPAY_PRIVATE_KEY']],
    ['montonio', ['MONTONIO_ACCESS_KEY', 'MONTONIO_SECRET_KEY']],
  ])('stop the start when a key of %s is missing, without naming another', (gateway, needed) => {
    for (const name of needed) {
      const line = refusal({ ...keys, [name]: '', PAYMENTS: gateway, VARIANT: 'lt' });
      expect(line).toBe(
        `${name} is required with PAYMENTS=${gateway}: docs/payments.md says where to find them.`,
      );
    }
    const line = refusal({ PAYMENTS: gateway, VARIANT: 'lt' });
    expect(line.split('\n')).toHaveLength(1);
    for (const name of needed) expect(line).toContain(name);
    expect(line).not.toContain('secret');
  });

  it.each([['paypal'], ['stripe,stripe'], ['Stripe']])('refuse the list %s', (list) => {
    expect(refusal({ ...keys, PAYMENTS: list })).toContain(`PAYMENTS: "${list}" is not accepted`);
  });

  it('refuse the test beside another', () => {
    expect(refusal({ ...keys, PAYMENTS: 'stripe,test' })).toMatch(/^PAYMENTS: test moves no money/);
  });

  it('refuse one that takes no money of the variant', () => {
    expect(refusal({ ...keys, PAYMENTS: 'montonio', VARIANT: 'ua' })).toBe(
      'PAYMENTS: montonio takes no UAH, the money of VARIANT=ua; take it off the list.',
    );
  });

  it('never show a key that is not accepted', () => {
    expect(refusal({ ...keys, PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk live' })).not.toContain('sk live');
  });
});

it('has every variable in the table of the README', () => {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const missing = variableNames.filter((name) => !new RegExp('`' + name + '(=[^`]*)?`').test(readme));
  expect(missing).toEqual([]);
});

describe('several cabinet hosts', () => {
  const CABINET_HOSTS = 'a=http://10.0.0.1:8443, b=https://b.example:8444*2';

  it('have a name, an address and a weight each, and one of them is this process', () => {
    const { cabinets } = readConfig({ CABINET_HOSTS, CABINET_HOST_NAME: 'b' });
    expect(cabinets).toMatchObject({
      hosts: [
        { name: 'a', url: 'http://10.0.0.1:8443', weight: 1 },
        { name: 'b', url: 'https://b.example:8444', weight: 2 },
      ],
      hostName: 'b',
      hostRoom: 3000,
      hostUrl: undefined,
    });
    expect(readConfig({}).cabinets).toMatchObject({ hosts: [], hostUrl: 'http://127.0.0.1:8443' });
  });

  it.each([
    [{ CABINET_HOSTS }, 'CABINET_HOST_NAME: which of a, b is this process? Set it for the role cabinets.'],
    [{ CABINET_HOSTS, CABINET_HOST_NAME: 'd' }, 'CABINET_HOST_NAME: there is no d in CABINET_HOSTS (a, b).'],
    [
      { CABINET_HOSTS, CABINET_HOST_URL: 'http://10.0.0.1:8443', ROLES: 'worker' },
      'CABINET_HOSTS and CABINET_HOST_URL: take one or the other; a single host needs no name.',
    ],
  ])('are refused with %j', (environment: Record<string, string>, line) => {
    expect(refusal(environment)).toBe(line);
  });

  it.each(['a', 'a=ftp://x', 'a=http://x:1,a=http://y:1', 'a=http://x:1*0', 'A=http://x:1'])(
    'are not %s',
    (list) => {
      expect(refusal({ CABINET_HOSTS: list, ROLES: 'web' })).toContain('CABINET_HOSTS:');
    },
  );
});

describe('the identity provider of staff', () => {
  const provider = {
    OIDC_ISSUER: 'https://login.microsoftonline.com/1/v2.0',
    OIDC_CLIENT_ID: 'tenantry',
    OIDC_CLIENT_SECRET: 'never-shown',
  };

  it('is none by default, and has a name by itself', () => {
    expect(readConfig({}).oidc).toBeUndefined();
    expect(readConfig(provider).oidc).toEqual({
      issuer: 'https://login.microsoftonline.com/1/v2.0',
      clientId: 'tenantry',
      clientSecret: 'never-shown',
      allowedDomains: [],
      name: 'Microsoft',
      isOnly: false,
    });
    const own = {
      OIDC_ISSUER: 'https://id.example/',
      OIDC_ALLOWED_DOMAIN: 'One.example, two.example',
      OIDC_ONLY: '1',
    };
    expect(readConfig({ ...provider, ...own }).oidc).toMatchObject({
      issuer: 'https://id.example/',
      name: 'id.example',
      allowedDomains: ['one.example', 'two.example'],
      isOnly: true,
    });
    expect(readConfig({ ...provider, OIDC_NAME: ' Company ' }).oidc?.name).toBe('Company');
  });

  it.each(Object.keys(provider))('stops the start without %s', (name) => {
    expect(refusal({ ...provider, [name]: '' })).toBe(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none.',
    );
  });

  it('may be plain only in a private network, because it is sent a secret', () => {
    expect(refusal({ ...provider, OIDC_ISSUER: 'http://id.example' })).toBe(
      'OIDC_ISSUER is sent OIDC_CLIENT_SECRET: https, or http to a private host.',
    );
    expect(readConfig({ ...provider, OIDC_ISSUER: 'http://keycloak:8080/realms/x' }).oidc?.name).toBe(
      'keycloak',
    );
  });

  it('can be the only way in where there is one', () => {
    expect(refusal({ OIDC_ONLY: '1' })).toMatch(/^OIDC_ONLY=1 leaves staff no way in/);
    expect(refusal({ ...provider, OIDC_ONLY: 'yes' })).toBe(
      'OIDC_ONLY: "yes" is not accepted; it takes 0 or 1.',
    );
    expect(refusal({ ...provider, OIDC_ALLOWED_DOMAIN: '@company' })).toContain('OIDC_ALLOWED_DOMAIN');
    expect(refusal({ ...provider, OIDC_CLIENT_SECRET: 'two words' })).not.toContain('two words');
  });
});
