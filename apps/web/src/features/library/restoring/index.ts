export {
  offerUndo,
  useRestore,
  useRestoreAll,
  useUndoDeletion,
  useUndoDeletionOfAll,
} from './use-restore.ts';
