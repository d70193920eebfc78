export { HiddenNotice } from './hidden-library.tsx';
export {
  countDoneRemovals,
  hideAndRemove,
  isRemovedIn,
  type PendingRemovals,
  restorePhotos,
  type Scope,
  usePendingRemovals,
} from './pending-removals.ts';
export {
  activationQuery,
  countsQuery,
  INVALID_ACTIVATION,
  storageStatusQuery,
  userQuery,
} from './queries.ts';
export { QuotaNotice } from './quota-notice.tsx';
export { graceMessage, storageMessage, toneOf } from './storage-message.ts';
