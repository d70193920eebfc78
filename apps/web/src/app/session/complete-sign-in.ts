import type { UserManager } from 'oidc-client-ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { safeReturnPath } from './return-path.ts';

const RECOVERED = 'keepsake.sign-in-recovered';

/**
 * Finishes a sign-in with the address the provider sent the browser to. Gives the path to go to; null in the small
 * window, which has told its owner. A lost sign-in ('no matching state': an old tab, a bookmarked address) starts
 * again once, silently, because the provider usually still knows the customer. Other failures are reported
 * [ERR-03] and, as the address holds a state, lead to the root, loaded anew [ERR-04].
 */
export async function completeSignIn(manager: UserManager, url: string): Promise<string | null> {
  try {
    const user = await manager.signinCallback(url);
    window.sessionStorage.removeItem(RECOVERED);
    return user ? safeReturnPath(user.state, window.location.origin) : null;
  } catch (error) {
    const isRecoverable = window.sessionStorage.getItem(RECOVERED) === null;
    window.sessionStorage.setItem(RECOVERED, 'true');
    if (isRecoverable && isStateLost(error)) {
      await manager.signinRedirect({ state: '/' });
      return null;
    }
    reportFailure('AUTHENTICATION', error);
    if (!isRecoverable) throw error;
    if (new URL(url).searchParams.has('state')) window.location.replace('/');
    return null;
  }
}

function isStateLost(error: unknown): boolean {
  return error instanceof Error && /no matching state|no state in response/i.test(error.message);
}
