export { deletePhotosDialog, useDeleteAction, useIsDeletionPermitted } from './delete-action.tsx';
export { DeleteAllButton } from './delete-all-button.tsx';
export { DeletionProgress } from './deletion-progress.tsx';
