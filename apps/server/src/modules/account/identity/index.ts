export { identityCron } from './clean-up.ts';
export { createIdentity, type Identity } from './create-identity.ts';
export { externalKeys } from './external-keys.ts';
export { SESSION_ENDED_CHANNEL } from './provider/sessions.ts';
