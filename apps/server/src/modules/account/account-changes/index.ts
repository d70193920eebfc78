export { deletePendingChange, findPendingChange, findUndoEnd } from './email-change-store.ts';
export { createEmailChanges, EMAIL_CHANGES_CRON, ownVisit, requireOwn } from './email-changes.ts';
export { IDENTITY_TABLES, identityData } from './personal-data.ts';
export { addressRecovery } from './recover-addresses.ts';
export { removeSecondFactorByOperator } from './remove-second-factor.ts';
