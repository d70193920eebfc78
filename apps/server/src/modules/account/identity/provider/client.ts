import { SIGNING_ALGORITHM } from './signing-keys.ts';

/** Paths of the web app that the provider sends the browser back to. */
const SIGNED_IN_PATHS = ['/signed-in', '/silent-renew'];
const SIGNED_OUT_PATH = '/logout';

/** The web app as the provider's one client: public, code with PKCE, back to its own origins only. */
export function webClient(clientId: string, origins: readonly string[]) {
  return {
    client_id: clientId,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: origins.flatMap((origin) => SIGNED_IN_PATHS.map((path) => origin + path)),
    post_logout_redirect_uris: origins.map((origin) => origin + SIGNED_OUT_PATH),
    id_token_signed_response_alg: SIGNING_ALGORITHM,
  };
}
