/** How the provider is asked: by this page itself, by a small window over it, or without showing anything. */
export type SignInKind = 'page' | 'window' | 'silent';

/** What the answer to a request is checked with and goes on with. */
export type PendingSignIn = {
  kind: SignInKind;
  /** The path to go to afterwards. */
  returnTo?: string;
  redirect_uri: string;
  code_verifier: string;
  nonce: string;
};

const PREFIX = 'keepsake.sign-in.';
/** Nobody comes back from an older request, in seconds. */
const STALE_S = 15 * 60;

const now = () => Math.floor(Date.now() / 1_000);

/** Keeps what was begun under its state: each tab has begun requests of its own. What nobody came back from is forgotten. */
export function keepPending(state: string, pending: PendingSignIn): void {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of keys) {
    const { created } = parse(window.localStorage.getItem(key)) ?? {};
    if (!(created && created > now() - STALE_S)) window.localStorage.removeItem(key);
  }
  window.localStorage.setItem(PREFIX + state, JSON.stringify({ ...pending, created: now() }));
}

/** What was begun with this state, in any tab; null for what was not, or has been finished. */
export function findPending(state: string | null): PendingSignIn | null {
  return parse(window.localStorage.getItem(PREFIX + state));
}

/** The same, once: a second answer finds nothing. */
export function takePending(state: string | null): PendingSignIn | null {
  const pending = findPending(state);
  window.localStorage.removeItem(PREFIX + state);
  return pending;
}

function parse(kept: string | null): (PendingSignIn & { created?: number }) | null {
  try {
    return JSON.parse(kept ?? 'null');
  } catch {
    return null;
  }
}
