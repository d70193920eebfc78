export { answerFailures } from './answer-failures.ts';
export { mountProvider, OIDC_PATH } from './bridge.ts';
export { createProvider } from './create-provider.ts';
export { FORGET_CRON, forgetSessionsTask } from './oidc-adapter.ts';
export { ownSessionRoutes } from './own-sessions.ts';
export { createProviderPages } from './provider-pages.ts';
export { createRevocationCheck, endSessionsOf, SESSION_ENDED_CHANNEL } from './sessions.ts';
export { ROTATION_STEPS, type RotationStep, readSigningKeys, rotateSigningKeys } from './signing-keys.ts';
