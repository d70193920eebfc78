export const IDENTITY_PATH = '/identity';

/** Addresses of one interaction's pages. */
export type Addresses = Record<
  | 'signIn'
  | 'register'
  | 'forgotten'
  | 'checkMail'
  | 'closed'
  | 'code'
  | 'recovery'
  | 'passkey'
  | 'newPasskey',
  string
>;

export function addressesOf(interaction: string): Addresses {
  const signIn = `${IDENTITY_PATH}/interaction/${encodeURIComponent(interaction)}`;
  return {
    signIn,
    register: `${signIn}/register`,
    forgotten: `${signIn}/forgotten-password`,
    checkMail: `${signIn}/check-mail`,
    closed: `${signIn}/closed-account`,
    code: `${signIn}/code`,
    recovery: `${signIn}/recovery-code`,
    passkey: `${signIn}/passkey`,
    newPasskey: `${signIn}/new-passkey`,
  };
}

/**
 * The address of a mailed link's page. Browsers send oidc-provider's interaction cookie only below the interaction's address, so
 * that only the browser which requested the mail continues its sign-in there.
 */
export function linkAddress(purpose: string, interaction: string | null): string {
  return interaction === null
    ? `${IDENTITY_PATH}/links/${purpose}`
    : `${addressesOf(interaction).signIn}/${purpose}`;
}
