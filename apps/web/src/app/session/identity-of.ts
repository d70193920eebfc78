import type { IdTokenClaims } from 'oidc-client-ts';
import type { Identity } from '#/shared/session.ts';

/** The claims we use of an identity token [IDN-02]. */
export function identityOf(claims: IdTokenClaims): Identity {
  return {
    sub: claims.sub,
    email: claims.email ?? '',
    name: claims.name ?? null,
    identityType: textClaim(claims, 'identity_type'),
    b2bAuthenticationMethod: textClaim(claims, 'b2b_authentication_method'),
  };
}

function textClaim(claims: IdTokenClaims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
