export { useRestore, useRestoreAll, useUndoDeletion, useUndoDeletionOfAll } from './use-restore.ts';
