/** Who calls, as told by a verified access token; never by a path, query or body. */
export type Principal = {
  customerId: string;
  email: string;
  name: string;
  identityType: string;
  /** Null for consumers. */
  b2bAuthenticationMethod: string | null;
  /** Session at the identity provider, when the token names it. */
  sessionId: string | null;
  /** Seconds since the epoch. */
  expiresAt: number;
};

/** Resolves a bearer token or throws the problem `unauthenticated`. */
export type VerifyToken = (token: string) => Promise<Principal>;
