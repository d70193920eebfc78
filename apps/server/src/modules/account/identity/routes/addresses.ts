import type { Addresses } from '../pages/form-pages.ts';

export const IDENTITY_PATH = '/identity';
/** Query parameter of links in mails. */
export const TOKEN_PARAMETER = 'confirmation-token';

/**
 * Addresses of an interaction's pages. oidc-provider's cookie of the interaction is good below the first one only,
 * so the links in mails are too: the browser that asked for the mail goes on where it was, another one cannot.
 */
export function addressesOf(interaction: string): Addresses {
  const signIn = `${IDENTITY_PATH}/interaction/${encodeURIComponent(interaction)}`;
  return {
    signIn,
    register: `${signIn}/register`,
    forgotten: `${signIn}/forgotten-password`,
    checkMail: `${signIn}/check-mail`,
    confirm: `${signIn}/confirm-email`,
    reset: `${signIn}/reset-password`,
  };
}

export function linkWithToken(publicUrl: string, address: string, token: string): string {
  return `${publicUrl}${address}?${TOKEN_PARAMETER}=${token}`;
}
