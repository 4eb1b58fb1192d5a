import type { Configuration, CustomFetch } from 'openid-client';
import type { BaseLogger } from 'pino';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { createBrowserCookie, type OidcState } from './oidc-state.ts';
import { type Claims, type Identity, identityOf } from './judge-identity.ts';

type Provider = NonNullable<Config['oidc']>;

/** Loaded when it is needed: most installations have no identity provider. */
const library = () => import('openid-client');

/** How long a call to the provider may take, and how much it may answer. */
const timeoutSeconds = 10;
const answerBytes = 512 * 1024;
/** What the provider says of itself is asked for again after this; its keys are, whenever it signs with a new one. */
const keptMs = 3_600_000;
const triedAgainMs = 60_000;

interface DiscoveryDeps {
  provider: Provider;
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
}

/**
 * The identity provider of staff by OpenID Connect. It is asked for the first time when somebody signs in, so one that
 * is down stops nothing else; a failure is not remembered.
 */
export function createIdentityProvider({
  provider,
  publicUrl,
  isCrossSite,
  clock,
  log,
}: DiscoveryDeps & {
  publicUrl: string;
  /** Pages of other sites call the API. */
  isCrossSite: boolean;
}) {
  const redirectUri = `${publicUrl}/api/admin/auth/oidc/callback`;
  const discovered = createDiscovery({ provider, clock, log });
  return {
    cookie: createBrowserCookie({ isSecure: publicUrl.startsWith('https:'), isCrossSite }),
    allowedDomains: provider.allowedDomains,

    /** The provider's page for this sign-in. @throws AppError `oidc_unavailable` */
    async addressFor(state: OidcState, sealed: string): Promise<string> {
      const [client, found] = [await library(), await discovered()];
      const parameters = {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(state.verifier),
        code_challenge_method: 'S256',
        state: sealed,
        nonce: state.nonce,
        ...(state.fresh && askingAgain(found)),
      };
      return client.buildAuthorizationUrl(found, parameters).href;
    },

    /**
     * Who answered, after every check of the protocol.
     * @throws AppError `oidc_failed`, or `oidc_unavailable`
     */
    async identify(
      answer: URLSearchParams,
      state: OidcState,
    ): Promise<{ identity: Identity; saysWhen: boolean }> {
      const [client, found] = [await library(), await discovered()];
      try {
        const tokens = await client.authorizationCodeGrant(found, new URL(`${redirectUri}?${answer}`), {
          expectedState: answer.get('state') ?? '',
          expectedNonce: state.nonce,
          pkceCodeVerifier: state.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('no ID token');
        const more = claims.email === undefined ? await userInfo(found, tokens.access_token, claims.sub) : {};
        return { identity: identityOf({ ...more, ...claims }), saysWhen: saysWhen(found) };
      } catch (error) {
        log.warn(
          { issuer: provider.issuer, reason: reasonOf(error) },
          'a sign-in by the identity provider failed',
        );
        throw new AppError(isAway(error) ? 'oidc_unavailable' : 'oidc_failed');
      }
    },

    /** Asks it again, for the operator. @throws whatever is wrong */
    async check(): Promise<void> {
      await discover(provider);
    },
  };
}
export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/**
 * What the provider says of itself, remembered for a while; what was known serves while it is away.
 * The function throws the AppError `oidc_unavailable`.
 */
function createDiscovery({ provider, clock, log }: DiscoveryDeps): () => Promise<Configuration> {
  let known: { found: Configuration; until: number } | undefined;
  let asking: Promise<Configuration> | undefined;

  return async () => {
    const now = clock.now().getTime();
    if (known && now < known.until) return known.found;
    asking ??= discover(provider).finally(() => {
      asking = undefined;
    });
    try {
      known = { found: await asking, until: now + keptMs };
    } catch (error) {
      log.warn({ issuer: provider.issuer, reason: reasonOf(error) }, 'the identity provider was not found');
      if (!known) throw new AppError('oidc_unavailable');
      known = { ...known, until: now + triedAgainMs };
    }
    return known.found;
  };
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const client = await library();
  const isPlain = issuer.startsWith('http:');
  return client.discovery(new URL(issuer), clientId, undefined, client.ClientSecretBasic(clientSecret), {
    timeout: timeoutSeconds,
    [client.customFetch]: boundedFetch,
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  });
}

/** Makes the provider ask who it is. One that never says when it did (Google) shows its accounts at least. */
function askingAgain(found: Configuration): Record<string, string> {
  return saysWhen(found) ? { prompt: 'login', max_age: '0' } : { prompt: 'select_account' };
}

/** Whether the provider can say when somebody last proved who they are. */
function saysWhen(found: Configuration): boolean {
  return found.serverMetadata().claims_supported?.includes('auth_time') ?? true;
}

async function userInfo(found: Configuration, token: string, subject: string): Promise<Claims> {
  if (!found.serverMetadata().userinfo_endpoint) return {};
  const client = await library();
  return client.fetchUserInfo(found, token, subject);
}

/** Reads no more than it may; the issuer is the operator's own choice, so its address may be private. */
const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit); // the library's own options, by their DOM names
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > answerBytes) throw new Error(`answered more than ${answerBytes} bytes`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const hasBody = ![101, 204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status, statusText, headers });
};

/** Whether the provider could not be reached, or has a fault of its own. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.message === 'fetch failed') return true;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT') return true;
  if (cause instanceof Response) return cause.status >= 500;
  return cause instanceof Error && isAway(cause);
}

/** What went wrong in words for the log; never what a token or an answer says. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.message}${code}${cause}`;
}
