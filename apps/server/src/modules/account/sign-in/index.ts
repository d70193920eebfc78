import type { Module } from '../../../platform/module.ts';
import { createSlot, type Slot } from '../../../platform/slot.ts';
import type { Closings } from '../deletion/index.ts';
import type { MailedLink } from '../mailed-links/index.ts';
import { confirmEmailPage } from './confirm-email.ts';
import type { Deps } from './deps.ts';
import type { LinkRequest } from './link-page.ts';
import { ownPasswordRoute, resetPasswordPage } from './reset-password.ts';
import { mountPages } from './routes.ts';

export type { LinkRequest } from './link-page.ts';
export { createSignInGate, requireSecondFactor, type SignInGate } from './sign-in-gate.ts';

export type SignIn = Module & {
  /** What may become of a closed account whose owner signs in. */
  slots: { closings: Slot<Closings> };
  /** The link that sets a new password. */
  resetPassword: MailedLink<LinkRequest>;
};

/** The pages below `/identity`: signing in by whatever means, registering, and what mailed links lead to. */
export function createSignIn(deps: Deps): SignIn {
  const slots = { closings: createSlot<Closings>('what becomes of closed accounts') };
  const links = { confirmEmail: confirmEmailPage(deps), resetPassword: resetPasswordPage(deps) };
  const pageDeps = { ...deps, closings: slots.closings.get, links };
  return {
    slots,
    resetPassword: links.resetPassword.link,
    mount: (app) => mountPages(app, pageDeps),
    routes: [ownPasswordRoute(pageDeps)],
  };
}
