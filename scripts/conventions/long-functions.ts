/**
 * Functions over 40 lines from before that was a limit, what they contain included. The list only becomes shorter: a line whose
 * function has become short, or is gone, is refused.
 */
export const LONG_FUNCTIONS: readonly string[] = [
  'apps/server/src/modules/account/sign-in/confirm-email.ts confirmEmailPage',
  'apps/server/src/modules/account/security/own-second-factor.ts ownSecondFactorRoutes',
  'apps/server/src/modules/account/sign-in/sign-in-gate.ts createSignInGate',
  'apps/server/src/modules/account/mailed-links/index.ts createLink',
  'apps/server/src/modules/account/newsletter/recover-newsletter.ts newsletterRecoveries',
  'apps/server/src/modules/account/newsletter/subscribe.ts subscribe',
  'apps/server/src/modules/account/payment-methods/index.ts createPaymentMethods',
];
