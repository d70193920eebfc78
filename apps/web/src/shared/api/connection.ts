/** What calls need from the configuration and the session; given once, before the first call. */
export type ApiConnection = {
  /** Service name -> base address. */
  services: Record<string, string>;
  /** The token of a signed-in customer, renewed first if it has ended; null for nobody. */
  accessToken: () => Promise<string | null>;
  /** Renews the token that the server refused; true if another try makes sense. */
  renewAccess: () => Promise<boolean>;
};

let connection: ApiConnection | undefined;

/** Connects `call` to the configured services and the session. */
export function connectApi(given: ApiConnection): void {
  connection = given;
}

export function requireConnection(): ApiConnection {
  if (!connection) throw new Error('Calls need connectApi first');
  return connection;
}
