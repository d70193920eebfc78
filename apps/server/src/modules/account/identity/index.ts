export { createIdentity, type Identity } from './create-identity.ts';
export { externalKeys } from './external-keys.ts';
export { createSignInGate } from './sign-in-gate.ts';
