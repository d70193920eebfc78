/** Query parameter of a mailed link (account-area §5). */
const PARAMETER = 'confirmation-token';
/** Whom the mail went to, where its link says so (SUB-01). */
const ADDRESS_PARAMETER = 'email';
const KEY = 'keepsake.mailed-token';

type Kept = { path: string; token: string; address: string | null };

let kept: Kept | null = null;

/**
 * Takes the token of a mailed link out of the address [IDN-07], and the address that its mail went to, before anything is asked
 * for or reported from there, and keeps them for this tab, because a sign-in may come between. Called once, when the app starts; `visit` is null where the
 * browser keeps nothing.
 */
export function takeMailedToken(visit: Pick<Storage, 'getItem' | 'setItem'> | null): void {
  const url = new URL(window.location.href);
  const token = url.searchParams.get(PARAMETER);
  if (token === null) {
    kept ??= parse(visit?.getItem(KEY) ?? null);
    return;
  }
  kept = { path: url.pathname, token, address: url.searchParams.get(ADDRESS_PARAMETER) };
  visit?.setItem(KEY, JSON.stringify(kept));
  url.searchParams.delete(PARAMETER);
  url.searchParams.delete(ADDRESS_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

/** The token of the mailed link that led to this page; null without one. */
export function mailedTokenOf(path: string): string | null {
  return kept?.path === path ? kept.token : null;
}

/** The address that the mail of the link went to [SUB-01]; null where the link does not say it. */
export function mailedAddressOf(path: string): string | null {
  return kept?.path === path ? kept.address : null;
}

function parse(saved: string | null): Kept | null {
  if (saved === null) return null;
  const { path, token, address = null } = JSON.parse(saved) as Kept;
  return { path, token, address };
}
