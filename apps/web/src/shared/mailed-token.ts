import { ADDRESS_PARAMETER, TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';

import { fieldsOf, isOptionalText, readStored } from './json.ts';

const KEY = 'keepsake.mailed-token';

type Stored = { path: string; token: string; address?: string | null };

let stored: Stored | null = null;

/**
 * Moves the token of a mailed link [IDN-07], and the mail's recipient, from the address into session storage before the page
 * sends or reports anything: a sign-in may come in between. Called once at startup; `visit` is null if the browser has no
 * storage.
 */
export function takeMailedToken(visit: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null): void {
  const url = new URL(window.location.href);
  const token = url.searchParams.get(TOKEN_PARAMETER);
  if (token === null) {
    stored ??= visit && readStored(visit, KEY, isStored);
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
  return stored?.path === path ? (stored.address ?? null) : null;
}

function isStored(value: unknown): value is Stored {
  const { path, token, address } = fieldsOf(value);
  const hasAddress = address === null || isOptionalText(address);
  return typeof path === 'string' && typeof token === 'string' && hasAddress;
}
