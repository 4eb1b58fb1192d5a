import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Provider, { type JWK } from 'oidc-provider';

/** Somebody with an account at the identity provider. */
export interface KnownPerson {
  sub: string;
  email?: string;
  email_verified?: boolean | undefined;
  xms_edov?: unknown;
  name?: string;
}

const oidcClient = { id: 'tenantry', secret: 'a-secret-of-the-tests' };

/**
 * A real identity provider (oidc-provider) on a port of its own. A visitor of its page sees who they would be,
 * and goes on by the link there; `person` says who that is.
 */
export async function startIdentityProvider(redirectUri: string) {
  let keys = [newKey()];
  let served: JWK[] | undefined;
  let isDown = false;
  let person: KnownPerson = { sub: randomUUID() };
  const known = new Map<string, KnownPerson>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    // A browser asks for it by itself.
    if (request.url === '/favicon.ico') response.writeHead(204).end();
    else if (isDown) response.writeHead(503).end();
    else if (served && request.url === '/jwks') answerJson(response, { keys: served.map(publicPart) });
    else if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  let [provider, handle] = build();

  function build() {
    const made = new Provider(issuer, {
      clients: [
        {
          client_id: oidcClient.id,
          client_secret: oidcClient.secret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_basic',
        },
      ],
      jwks: { keys },
      pkce: { required: () => true },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      claims: { email: ['email', 'email_verified', 'xms_edov'], profile: ['name'], auth_time: null },
      cookies: { keys: ['cookies of the tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ ...known.get(sub), sub }),
      }),
      // Nobody is asked whether they agree: staff of a company are not.
      async loadExistingGrant(ctx) {
        const clientId = ctx.oidc.client?.clientId ?? '';
        const id = ctx.oidc.session?.grantIdFor(clientId);
        const given = id === undefined ? undefined : await ctx.oidc.provider.Grant.find(id);
        if (given) return given;
        const grant = new ctx.oidc.provider.Grant({
          clientId,
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    return [made, made.callback()] as const;
  }

  /** The provider's own page: it names who one would be. */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt } = await provider.interactionDetails(request, response);
    if (request.url?.endsWith('/go')) {
      known.set(person.sub, person);
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
    }
    if (request.url?.endsWith('/no')) {
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    }
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<h1>${prompt.name}</h1><a href="${request.url}/go">Continue as ${person.email}</a> <a href="${request.url}/no">Cancel</a>`,
      );
  }

  return {
    issuer,
    requests,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: oidcClient.id,
      OIDC_CLIENT_SECRET: oidcClient.secret,
      OIDC_NAME: 'Company ID',
    },
    /** Who comes to its page from now on. */
    knows(somebody: KnownPerson): void {
      person = somebody;
      known.set(somebody.sub, somebody);
    },
    /** Signs with another key from now on. */
    rotateKeys(): void {
      keys = [newKey()];
      [provider, handle] = build();
    },
    /** Shows keys that it does not sign with. */
    showWrongKeys(areWrong: boolean): void {
      served = areWrong ? (keys.map(({ kid }) => ({ ...newKey(), kid })) as JWK[]) : undefined;
    },
    down(value: boolean): void {
      isDown = value;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type PlayedIdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** A browser as far as redirects and cookies go. */
export function createBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  async function get(url: string): Promise<Response> {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookies(url) } });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jarOf(url).delete(name);
      else jarOf(url).set(name, value);
    }
    return response;
  }
  const cookies = (url: string) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookies,
    /** Follows redirects, and clicks on the provider's page, until an address that ends the way. */
    async follow(url: string, { at, choice = 'go' }: { at: (url: string) => boolean; choice?: 'go' | 'no' }) {
      let here = url;
      for (let steps = 0; steps < 12; steps += 1) {
        if (at(here)) return here;
        const response = await get(here);
        const next = response.headers.get('location') ?? linkIn(await response.text(), choice);
        if (!next) throw new Error(`${here} answered ${response.status} and leads nowhere`);
        here = new URL(next, here).href;
      }
      throw new Error(`${here} leads on and on`);
    },
  };
}

function linkIn(html: string, choice: 'go' | 'no'): string | undefined {
  return new RegExp(`href="([^"]*/${choice})"`).exec(html)?.[1];
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  return { ...jwk, kid: randomUUID(), use: 'sig', alg: 'RS256' } as JWK; // an RSA key
}

function publicPart({ kid, kty, n, e, use, alg }: JWK & { n?: string; e?: string }) {
  return { kid, kty, n, e, use, alg };
}

function answerJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
