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
 * The address of a mailed link's page. oidc-provider's cookie of an interaction is sent below the interaction's address
 * only, so that the browser which requested the mail continues its sign-in there, and no other browser does.
 */
export function linkAddress(purpose: string, interaction: string | null): string {
  return interaction === null
    ? `${IDENTITY_PATH}/links/${purpose}`
    : `${addressesOf(interaction).signIn}/${purpose}`;
}
