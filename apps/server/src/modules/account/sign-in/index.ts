import type { Module } from '../../../platform/module.ts';
import { createRegistration, type Registration } from '../../../platform/registration.ts';
import type { MailedLink } from '../mailed-links/index.ts';
import { confirmEmailPage } from './confirm-email.ts';
import type { Closings, Deps } from './deps.ts';
import type { LinkRequest } from './link-page.ts';
import { ownPasswordRoute } from './own-password.ts';
import { resetPasswordPage } from './reset-password.ts';
import { mountPages } from './routes.ts';

export type { LinkRequest } from './link-page.ts';
export { requireSecondFactor } from './require-second-factor.ts';
export { createSignInGate } from './sign-in-gate.ts';

export type SignIn = Module & {
  /** What may become of a closed account whose owner signs in. */
  closings: Registration<Closings>;
  /** The link that sets a new password. */
  resetPassword: MailedLink<LinkRequest>;
};

/** The pages below `/identity`: signing in by whatever means, registering, and what mailed links lead to. */
export function createSignIn(deps: Deps): SignIn {
  const closings = createRegistration<Closings>('what becomes of closed accounts');
  const links = { confirmEmail: confirmEmailPage(deps), resetPassword: resetPasswordPage(deps) };
  const pageDeps = { ...deps, closings, links };
  return {
    closings,
    resetPassword: links.resetPassword.link,
    mount: (app) => mountPages(app, pageDeps),
    routes: [ownPasswordRoute(pageDeps)],
  };
}
