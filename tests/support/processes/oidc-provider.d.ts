/** What the played identity provider uses of it. Its own types would bring those of express, which the examples lack. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface JWK {
    kid?: string;
    kty?: string;
    n?: string;
    e?: string;
    use?: string;
    alg?: string;
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: {
      provider: Provider;
      client?: { clientId: string };
      session?: { accountId?: string; grantIdFor(clientId: string): string | undefined };
    };
  }

  interface Configuration {
    interactions: { url(context: Context, interaction: { uid: string }): string };
    findAccount(context: Context, sub: string): { accountId: string; claims(): object };
    loadExistingGrant(context: Context): Promise<Grant>;
    [name: string]: unknown;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    Grant: {
      new (of: { clientId: string; accountId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ prompt: { name: string } }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
