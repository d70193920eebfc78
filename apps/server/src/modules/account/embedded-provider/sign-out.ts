import { createHmac } from 'node:crypto';
import type { Context } from 'oidc-provider';
import { InvalidRequest } from 'oidc-provider/lib/helpers/errors.js';
import { OIDC_PATH } from './bridge.ts';
import { SIGNED_OUT_PATH } from './create-provider.ts';

/**
 * Gives oidc-provider's sign-out form the same secret in all tabs of a session. Its own is a new one for each form, and the session
 * stores only the last: of two forms opened at once, one would be refused.
 */
export function shareSecret({ state, uid }: Context['oidc']['session'], form: string, key: string): string {
  if (!state) return form;
  const own = state.secret;
  state.secret = createHmac('sha256', key).update(`sign-out ${uid}`).digest('hex');
  return form.replaceAll(own, state.secret);
}

/**
 * Where the browser continues after a sign-out form that fits its session no more: at the signed-out page of the web app if another
 * tab has ended the session, otherwise at the question, asked anew. Null for other failures.
 */
export function addressAfterLostForm({ oidc }: Context, cause: Error, home: string): string | null {
  const isForm = cause instanceof InvalidRequest && oidc.route === 'end_session_confirm';
  if (!isForm || typeof oidc.params?.xsrf !== 'string') return null;
  return oidc.session.accountId ? `${OIDC_PATH}/session/end` : new URL(SIGNED_OUT_PATH, home).href;
}
