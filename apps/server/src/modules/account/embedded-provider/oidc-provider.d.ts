/**
 * The part of oidc-provider 9 that this module uses; the package has no types. Values are imported from its lib folder, because
 * its own entry warns at each start about a Node that is not (yet) LTS.
 */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export type Payload = Record<string, unknown> & {
    grantId?: string;
    uid?: string;
    accountId?: string;
    jti?: string;
    /** Time of the sign-in in seconds: in sessions, and in codes and tokens. */
    loginTs?: number;
    authTime?: number;
    /** For interactions: the result, and the session that it began with. */
    result?: { login?: Login };
    session?: { accountId?: string };
  };
  type Login = { accountId: string; ts?: number };

  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(code: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export type Interaction = {
    uid: string;
    prompt: { name: string; reasons: string[] };
    params: Record<string, string | undefined>;
    lastSubmission?: Record<string, unknown>;
    /** What the browser was signed in with when it began. */
    session?: { accountId?: string };
    persist(): Promise<string>;
  };

  export type Grant = {
    jti: string;
    accountId: string;
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
  export type Session = {
    uid: string;
    accountId?: string;
    /** What a sign-out form that is open needs. */
    state?: { secret: string };
    grantIdFor(clientId: string): string | undefined;
    /** Whether its sign-in is more than this many seconds ago; true without one. */
    past(seconds: number): boolean;
  };

  /** The context of a request (Koa's, with `oidc`). */
  export type Context = {
    req: IncomingMessage;
    res: ServerResponse;
    status: number;
    type: string;
    body: unknown;
    query: Record<string, string | undefined>;
    set(name: string, value: string): void;
    cookies: { set(name: string, value: string, options: Record<string, unknown>): void };
    redirect(address: string): void;
    oidc: {
      /** Name of the endpoint. */
      route: string;
      session: Session;
      /** Whether a prompt was requested and has not been answered yet. */
      promptPending(name: string): boolean;
      client: { clientId: string; grantTypeAllowed(type: string): boolean };
      account?: { accountId: string };
      params: Record<string, string | undefined>;
      entities: {
        IdTokenHint?: { payload: { sub?: string } };
        /** What a token is issued for; seconds of the sign-in. */
        AuthorizationCode?: { authTime?: number; amr?: readonly string[] };
        RefreshToken?: {
          authTime?: number;
          amr?: readonly string[];
          accountId?: string;
          sessionUid?: string;
        };
      };
      provider: Provider;
    };
  };

  /** A token or code for which claims are requested. */
  export type TokenSource = { accountId: string; sessionUid?: string; scopes: Set<string> };

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    readonly Grant: {
      new (of: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly Session: {
      /** The session of a browser; a new one without an account if it has none. */
      get(context: { req: IncomingMessage; res: ServerResponse }): Promise<Session>;
    };
    callback(): RequestListener;
    /** Adds a middleware around everything that the provider does. */
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    on(event: 'server_error', listener: (context: Context, error: Error) => void): this;
    /** What its own error handler did not catch, such as broken connections; without a listener, Koa prints it. */
    on(
      event: 'error',
      listener: (error: Error & { code?: string; status?: number }, context: Context) => void,
    ): this;
    /** A code was issued from the browser's session. */
    on(event: 'authorization.success', listener: (context: Context) => void): this;
    /** Tokens were issued for a code or a refresh token. */
    on(event: 'grant.success', listener: (context: Context) => void): this;
    /** A code or refresh token was refused. */
    on(event: 'grant.error', listener: (context: Context, error: Error & { error: string }) => void): this;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<string>;
  }
}

declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export class InvalidGrant extends Error {
    constructor(detail: string);
  }
  export class InvalidRequest extends Error {
    constructor(detail: string);
  }
  export class SessionNotFound extends Error {}
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { Context } from 'oidc-provider';

  export class Prompt {
    constructor(of: { name: string; requestable: boolean });
    checks: { clear(): void; add(check: Check): void };
  }
  export class Check {
    constructor(reason: string, description: string, error: string, check: (context: Context) => boolean);
  }
  export function base(): { get(name: string): Prompt; add(prompt: Prompt, index?: number): void };
}
