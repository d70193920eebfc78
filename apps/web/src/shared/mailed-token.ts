import { ADDRESS_PARAMETER, TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';

const KEY = 'keepsake.mailed-token';

type Stored = { path: string; token: string; address: string | null };

let stored: Stored | null = null;

/**
 * Moves the token of a mailed link [IDN-07], and the mail's recipient, from the address into session storage before the page
 * sends or reports anything: a sign-in may come in between. Called once at startup; `visit` is null if the browser has no
 * storage.
 */
export function takeMailedToken(visit: Pick<Storage, 'getItem' | 'setItem'> | null): void {
  const url = new URL(window.location.href);
  const token = url.searchParams.get(TOKEN_PARAMETER);
  if (token === null) {
    stored ??= parse(visit?.getItem(KEY) ?? null);
    return;
  }
  stored = { path: url.pathname, token, address: url.searchParams.get(ADDRESS_PARAMETER) };
  visit?.setItem(KEY, JSON.stringify(stored));
  url.searchParams.delete(TOKEN_PARAMETER);
  url.searchParams.delete(ADDRESS_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

/** The token of the mailed link that opened this page, or null. */
export function mailedTokenOf(path: string): string | null {
  return stored?.path === path ? stored.token : null;
}

/** The recipient of the mail whose link opened this page [SUB-01]; null if the link does not include it. */
export function mailedAddressOf(path: string): string | null {
  return stored?.path === path ? stored.address : null;
}

function parse(saved: string | null): Stored | null {
  if (saved === null) return null;
  const { path, token, address = null } = JSON.parse(saved) as Stored;
  return { path, token, address };
}
