import { mountFor } from '../../../platform/http/route-access.ts';
import type { Module } from '../../../platform/module.ts';
import { IDENTITY_PATH } from './addresses.ts';
import { type AppearanceDeps, type Appearances, createAppearances } from './appearance.ts';
import { mountAssets } from './assets.ts';
import { createPolicies, type Policies } from './send-page.ts';

export { accountMail } from './account-mail.ts';
export { addressesOf, IDENTITY_PATH, linkAddress } from './addresses.ts';
export {
  type Appearance,
  type Appearances,
  createAppearances,
  throttledText,
  toVisit,
  type Visit,
  visit,
  visitCookie,
} from './appearance.ts';
export {
  emailFaults,
  type Faults,
  type Field,
  form,
  givenPasswordFaults,
  hasFaults,
  nameFaults,
  newEmailFaults,
  newPasswordFaults,
  type Posted,
  readForm,
  requireSameOrigin,
  type SentForm,
  sentForm,
} from './form.ts';
export { type FilledForm, type FormName, formPages, linkPage, type Question } from './form-pages.ts';
export { layout } from './layout.ts';
export {
  checkMailPage,
  closedPage,
  donePage,
  expiredPage,
  failurePage,
  signOutPage,
} from './message-pages.ts';
export { newPasskeyPage } from './passkey-pages.ts';
export { type SecondStepKind, secondStepPage } from './second-step-page.ts';
export { createPolicies, type Policies, sendPage } from './send-page.ts';
export { chooseLocale, type PageKey, type TextKey, toLocale } from './texts.ts';

type Deps = AppearanceDeps;

export type Pages = Module & { appearances: Appearances; policies: Policies };

/**
 * How everything looks that the server shows people before they are signed in, and operators at any time: layout, forms, texts, and
 * the style sheet and scripts, which it serves itself.
 */
export function createPages(deps: Deps): Pages {
  const origins = [new URL(deps.publicUrl).origin, ...deps.brandOrigins];
  return {
    policies: createPolicies(origins),
    appearances: createAppearances(deps),
    mount: (app) =>
      mountFor(app, 'sign-in', (assets) => mountAssets(assets, deps), { prefix: IDENTITY_PATH }),
  };
}
