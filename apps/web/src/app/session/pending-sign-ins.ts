import { MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { fieldsOf, isOptionalText, readStored } from '#/shared/json.ts';

/** How the provider is asked: by redirecting this page, in a popup, or silently. */
export type SignInKind = (typeof KINDS)[number];
const KINDS = ['page', 'window', 'silent'] as const;

/** What is needed to validate and complete the answer to a request. */
export type PendingSignIn = {
  kind: SignInKind;
  /** The path to go to afterwards. */
  returnTo?: string;
  redirect_uri: string;
  code_verifier: string;
  nonce: string;
};

const PREFIX = 'keepsake.sign-in.';
/** Requests older than this are abandoned, in seconds. */
const STALE_S = 15 * MINUTE_SECONDS;

const now = () => Math.floor(Date.now() / 1_000);

/** Stores a request under its state, since each tab has its own. Removes abandoned ones. */
export function keepPending(state: string, pending: PendingSignIn): void {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of keys) {
    const { created = 0 } = readStored(window.localStorage, key, isPending) ?? {};
    if (created <= now() - STALE_S) window.localStorage.removeItem(key);
  }
  window.localStorage.setItem(PREFIX + state, JSON.stringify({ ...pending, created: now() }));
}

/** The request with this state, from any tab; null if there is none or it is completed. */
export function findPending(state: string | null): PendingSignIn | null {
  return readStored(window.localStorage, PREFIX + state, isPending);
}

/** Finds and removes the request, so that a second answer finds nothing. */
export function takePending(state: string | null): PendingSignIn | null {
  const pending = findPending(state);
  window.localStorage.removeItem(PREFIX + state);
  return pending;
}

function isPending(value: unknown): value is PendingSignIn & { created: number } {
  const { kind, returnTo, redirect_uri, code_verifier, nonce, created } = fieldsOf(value);
  return (
    KINDS.some((each) => each === kind) &&
    isOptionalText(returnTo) &&
    [redirect_uri, code_verifier, nonce].every((text) => typeof text === 'string') &&
    typeof created === 'number'
  );
}
