export {
  DeleteAllButton,
  deletePhotosDialog,
  useDeleteAction,
  useIsDeletionPermitted,
} from './delete-action.tsx';
export { DeletionProgress } from './deletion-progress.tsx';
