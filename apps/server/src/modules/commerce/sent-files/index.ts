import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { sentFilesData } from './personal-data.ts';
import { PURGE_FILES_CRON, purgeFilesTask } from './removals.ts';

export { isStored, sendPicture as sendStoredPicture, storePicture } from './pictures.ts';
export { receiveFile, type Sent, sentContentOf, storeDocument } from './receive.ts';
export { removeLater } from './removals.ts';
export { addressOfDocument, addressOfFile, mountFiles, sendDocument } from './serve.ts';

/**
 * Files that services send for orders, projects and online products: how they arrive, what is kept of a picture, how they are
 * served and removed.
 */
export function createSentFiles(deps: Deps): Module {
  return {
    tasks: [purgeFilesTask(deps)],
    crons: [PURGE_FILES_CRON],
    personalData: sentFilesData(deps),
  };
}
