import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Database } from '../../../platform/database/database.ts';
import { isRefusedValue, retryConflicts } from '../../../platform/database/errors.ts';
import { addPhotoBatch, type NewPhoto, type PhotoRow } from '../photos/index.ts';
import { closeInsertedSql, lockIdleSql } from './store.ts';

/** An added photo, and the keys of its upload to be removed. */
type Saved = { row: PhotoRow; unneeded: string[] };

/**
 * Adds the photo of an open, idle upload and closes the upload. Undefined, with nothing changed, if somebody is working on the
 * upload, or the library already contains the content.
 */
export type CommitBatcher = (customerId: CustomerId, photo: NewPhoto) => Promise<Saved | undefined>;

/** Maximum photos per statement, which bounds how long a commit waits for others. */
const MAX_BATCH = 20;

type Waiting = { photo: NewPhoto } & Pick<PromiseWithResolvers<Saved | undefined>, 'resolve' | 'reject'>;

/**
 * Saves together whatever a customer commits while an earlier statement of theirs is running (ADR 75). Saved separately, they
 * would also wait for each other, for the row that counts their month, each until the previous one's log is on the disk.
 */
export function createCommitBatcher(db: Database): CommitBatcher {
  /** Waiting photos by customer, while a statement is running. */
  const waitingOf = new Map<string, Waiting[]>();

  async function saveWaiting(customerId: CustomerId, waiting: Waiting[]) {
    while (waiting.length > 0) await settle(customerId, waiting.splice(0, MAX_BATCH));
    waitingOf.delete(customerId);
  }
  async function settle(customerId: CustomerId, group: readonly Waiting[]): Promise<void> {
    const photos = group.map(({ photo }) => photo);
    try {
      const saved = await save(db, customerId, photos);
      for (const { photo, resolve } of group) resolve(saved.get(photo.uploadId));
    } catch (error) {
      // If the database refuses a value of one photo, the others are still saved.
      if (group.length > 1 && isRefusedValue(error)) await settleApart(customerId, group);
      else for (const { reject } of group) reject(error);
    }
  }
  async function settleApart(customerId: CustomerId, group: readonly Waiting[]) {
    for (const one of group) await settle(customerId, [one]);
  }
  return function commitInBatch(customerId, photo) {
    const { promise, ...ends } = Promise.withResolvers<Saved | undefined>();
    const waiting = waitingOf.get(customerId);
    if (waiting) {
      waiting.push({ photo, ...ends });
      return promise;
    }
    const first = [{ photo, ...ends }];
    waitingOf.set(customerId, first);
    void saveWaiting(customerId, first);
    return promise;
  };
}

async function save(
  db: Database,
  customerId: CustomerId,
  photos: readonly NewPhoto[],
): Promise<ReadonlyMap<string, Saved>> {
  const uploads = {
    customerId,
    uploadIds: photos.map(({ uploadId }) => uploadId),
    keys: photos.map(({ objectKey }) => objectKey),
  };
  const added = await retryConflicts(() =>
    addPhotoBatch(db, customerId, photos, {
      condition: lockIdleSql(uploads),
      change: closeInsertedSql(uploads),
    }),
  );
  return new Map(added.map(({ row, result }) => [row.upload_id, { row, unneeded: result }]));
}
