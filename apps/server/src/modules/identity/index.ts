export type { Account, IdentityType } from './accounts/account.ts';
export type { NewAccount } from './accounts/create-account.ts';
export { identityCron } from './clean-up.ts';
export { createIdentity, type Identity } from './create-identity.ts';
export type { ChannelLook, IdentityDeps } from './deps.ts';
export { externalKeys } from './external-keys.ts';
export { SESSION_ENDED_CHANNEL } from './provider/sessions.ts';
