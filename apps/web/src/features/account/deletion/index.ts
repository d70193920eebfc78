export { ClosedAccountPage } from './closed-account-page.tsx';
export { AccountDeletedPage, ConfirmDeletionPage, DeletionErrorPage } from './confirmation-pages.tsx';
export { DeleteAccountPage } from './delete-account-page.tsx';
export { deletionGroup } from './group.tsx';
