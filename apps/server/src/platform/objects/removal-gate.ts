import { MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { compareEpochs, type Epochs } from './epochs.ts';
import type { ObjectStore } from './object-store.ts';
import { createObjectStore } from './storage.ts';

export type GuardedStore = ObjectStore & {
  /** How database and store relate at this moment. */
  compareEpochs(): Promise<Epochs>;
};

/**
 * The store from the settings, which removes nothing while its database does not belong to it (ADR 20). The only way to a store
 * for the app and its commands, so that no caller can bypass this check.
 */
export async function openObjectStore(
  settings: Parameters<typeof createObjectStore>[0],
  db: Database,
): Promise<GuardedStore> {
  const objects = await createObjectStore(settings);
  const compare = () => compareEpochs({ db, objects });
  const mayRemove = async () => (await compare()).standing === 'together';
  return {
    ...objects,
    compareEpochs: compare,
    mayRemove,
    remove: async (keys) => keys.length === 0 || ((await mayRemove()) && (await objects.remove(keys))),
  };
}

/** Tells without waiting whether objects are being removed, as of up to a minute ago: for health and metrics. */
export function watchRemovals({ mayRemove }: Pick<ObjectStore, 'mayRemove'>, { standing }: Epochs) {
  let isRemoving = standing === 'together';
  let askedAt = performance.now();
  return function isStoreRemoving(): boolean {
    if (performance.now() - askedAt > MINUTE_MS) {
      askedAt = performance.now();
      // Without an answer the last one stands: readiness reports that database or storage are away.
      mayRemove().then(
        (may) => {
          isRemoving = may;
        },
        () => undefined,
      );
    }
    return isRemoving;
  };
}
