import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import type { Context, TokenSource } from 'oidc-provider';
import type { Database } from '../../../platform/database/database.ts';
import { type Account, findAccountOfSubject } from '../accounts/index.ts';

/** Claims of the ID token by scope. */
export const CLAIMS = {
  openid: ['sub', 'sid', 'amr', 'identity_type', B2B_CLAIM],
  email: ['email', 'email_verified'],
  profile: ['name', 'locale'],
};

/** oidc-provider's view of an account; undefined for a closed or deleted one, which ends everything that refers to it. */
export function accountFinder(db: Database) {
  return async (_context: Context, id: string, source?: TokenSource) => {
    const account = await findAccountOfSubject(db, id);
    if (!account || account.closedAt) return undefined;
    return { accountId: id, claims: async () => claimsOf(account, source?.sessionUid) };
  };
}

/** Additional claims of access tokens, so that the API needs no lookup. */
export function accessTokenClaims(db: Database) {
  return async ({ oidc }: Context, token: TokenSource) => {
    const account = await findAccountOfSubject(db, token.accountId);
    if (!account) return undefined;
    const { AuthorizationCode, RefreshToken } = oidc.entities;
    const {
      sub: _sub,
      email_verified: _verified,
      locale: _locale,
      ...claims
    } = claimsOf(account, token.sessionUid);
    // A renewed token keeps the time and method of its sign-in.
    const { authTime, amr } = AuthorizationCode ?? RefreshToken ?? {};
    return { ...claims, auth_time: authTime, amr };
  };
}

function claimsOf(account: Account, sessionId: string | undefined) {
  return {
    sub: account.id,
    sid: sessionId,
    email: account.email,
    email_verified: true,
    name: account.name,
    locale: account.locale,
    identity_type: account.identityType,
    [B2B_CLAIM]: account.b2bAuthenticationMethod ?? undefined,
  };
}
