import { fieldsOf, isOptionalText, readStored } from '#/shared/json.ts';
import { createSignal, type Signal } from '#/shared/signal.ts';
import type { TextStorage } from '#/shared/surviving-storage.ts';

/** The granted tokens as stored; names are the protocol's and must not change between releases. */
export type TokenSet = {
  access_token: string;
  id_token?: string;
  refresh_token?: string;
  /** Seconds since 1970 by this computer's clock; absent if the provider does not say. */
  expires_at?: number;
  /** Claims of the latest ID token. */
  profile: Claims;
};

export type Claims = { sub: string; [claim: string]: unknown };

/** Seconds until the access token expires, negative once it has; undefined if unknown. */
export const secondsLeft = ({ expires_at }: TokenSet): number | undefined =>
  expires_at === undefined ? undefined : expires_at - Math.floor(Date.now() / 1_000);

export const hasExpired = (tokens: TokenSet): boolean => (secondsLeft(tokens) ?? 1) <= 0;

/** What other tabs send and the browser stores was perhaps written by another release. */
export function isTokenSet(value: unknown): value is TokenSet {
  const { access_token, id_token, refresh_token, expires_at, profile } = fieldsOf(value);
  return (
    typeof access_token === 'string' &&
    typeof fieldsOf(profile).sub === 'string' &&
    isOptionalText(id_token) &&
    isOptionalText(refresh_token) &&
    (expires_at === undefined || typeof expires_at === 'number')
  );
}

export type TokenStore = {
  read: () => TokenSet | null;
  /** Also notifies the listeners. */
  write: (tokens: TokenSet) => void;
  remove: () => void;
  /** Calls back with everything written; returns the function to unsubscribe. */
  listen: Signal<TokenSet>['subscribe'];
};

/** Stores the page's tokens under a key: in `storage`, where they survive a reload, or in memory. */
export function createTokenStore(key: string, storage?: TextStorage): TokenStore {
  const written = createSignal<TokenSet>();
  let inMemory: TokenSet | null = null;
  return {
    read: () => (storage ? readStored(storage, key, isTokenSet) : inMemory),
    write(tokens) {
      if (storage) storage.setItem(key, JSON.stringify(tokens));
      else inMemory = tokens;
      written.announce(tokens);
    },
    remove() {
      if (storage) storage.removeItem(key);
      else inMemory = null;
    },
    listen: written.subscribe,
  };
}
