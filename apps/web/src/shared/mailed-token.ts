/** Query parameter of a mailed link (account-area §5). */
const PARAMETER = 'confirmation-token';
const KEY = 'keepsake.mailed-token';

type Kept = { path: string; token: string };

let kept: Kept | null = null;

/**
 * Takes the token of a mailed link out of the address [IDN-07], before anything is asked for or reported from there, and
 * keeps it for this tab, because a sign-in may come between. Called once, when the app starts; `visit` is null where the
 * browser keeps nothing.
 */
export function takeMailedToken(visit: Pick<Storage, 'getItem' | 'setItem'> | null): void {
  const url = new URL(window.location.href);
  const token = url.searchParams.get(PARAMETER);
  if (token === null) {
    kept ??= parse(visit?.getItem(KEY) ?? null);
    return;
  }
  kept = { path: url.pathname, token };
  visit?.setItem(KEY, JSON.stringify(kept));
  url.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

/** The token of the mailed link that led to this page; null without one. */
export function mailedTokenOf(path: string): string | null {
  return kept?.path === path ? kept.token : null;
}

function parse(saved: string | null): Kept | null {
  if (saved === null) return null;
  const { path, token } = JSON.parse(saved) as Kept;
  return { path, token };
}
