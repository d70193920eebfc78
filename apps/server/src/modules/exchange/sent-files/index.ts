import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { isStored, type StoredPicture } from './pictures.ts';
import { type Received, receiveFile, type Sent } from './receive.ts';
import { type SentFile, storeSent } from './store-sent.ts';

export { sendPicture as sendStoredPicture } from './pictures.ts';
export { type Received, type Sent, sentContentOf } from './receive.ts';
export { addressOfDocument, addressOfFile, mountFiles, sendDocument } from './serve.ts';
export { removeLater, type SentFile } from './store-sent.ts';

export type SentFiles = Module & {
  /** Receives a file into a folder of its own; `await using` removes that. */
  receive(sent: Sent, maxBytes: number): Promise<Received>;
  /** Stores what was received, and has `record` make its row in a transaction: both happen, or neither. */
  store<Result>(
    received: Received,
    file: SentFile,
    record: (trx: Queryable, picture: StoredPicture | null) => Promise<Result>,
  ): Promise<Result>;
  /** Whether the store has all of a file; a lost one is accepted when it is sent again. */
  isStored(file: Pick<SentFile, 'purpose' | 'objectKey'>): Promise<boolean>;
};

/**
 * Files that services send for orders, projects and online products: how they arrive, what is kept of a picture, how they are
 * served and removed. The modules that they belong to have the rows and the routes.
 */
export function createSentFiles(deps: Deps): SentFiles {
  return {
    receive: (sent, maxBytes) => receiveFile(deps, sent, maxBytes),
    store: (received, file, record) => storeSent(deps, received, file, record),
    isStored: (file) => isStored(deps.objects, file),
  };
}
