/** What the provider granted, as it is kept: the names are the protocol's, and outlive an upgrade. */
export type TokenSet = {
  access_token: string;
  id_token?: string;
  refresh_token?: string;
  /** Seconds since 1970 by the clock of this computer; absent where the provider does not say it. */
  expires_at?: number;
  /** Claims of the latest ID token. */
  profile: Claims;
};

export type Claims = { sub: string; [claim: string]: unknown };

/** Seconds that the access token has left, below zero for one that has expired; undefined where nobody knows. */
export const secondsLeft = ({ expires_at }: TokenSet): number | undefined =>
  expires_at === undefined ? undefined : expires_at - Math.floor(Date.now() / 1_000);

export const hasExpired = (tokens: TokenSet): boolean => (secondsLeft(tokens) ?? 1) <= 0;

type Listener = (tokens: TokenSet) => void;

export type TokenStore = {
  read: () => TokenSet | null;
  /** Notifies all who listen. */
  write: (tokens: TokenSet) => void;
  remove: () => void;
  /** Calls back with all that is written; returns the function that stops it. */
  listen: (listener: Listener) => () => void;
};

/** Keeps the tokens of this page under the key: in `storage`, where they survive a reload, or in memory. */
export function createTokenStore(key: string, storage?: Storage): TokenStore {
  const listeners = new Set<Listener>();
  let inMemory: string | null = null;
  const read = () => (storage ? storage.getItem(key) : inMemory);
  return {
    read() {
      const kept = read();
      return kept === null ? null : JSON.parse(kept);
    },
    write(tokens) {
      const text = JSON.stringify(tokens);
      if (storage) storage.setItem(key, text);
      else inMemory = text;
      for (const listener of listeners) listener(tokens);
    },
    remove() {
      if (storage) storage.removeItem(key);
      else inMemory = null;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
