import { startStopwatch } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { compareEpochs, type Epochs, isBehind } from './epochs.ts';
import type { ObjectStore } from './object-store.ts';
import { createObjectStore } from './storage.ts';

export type GuardedStore = ObjectStore & {
  /** How database and store relate at this moment. */
  compareEpochs(): Promise<Epochs>;
  /**
   * Whether the database may be an earlier one: what must not be done twice waits (ADR 81). Throws if database or store is away.
   */
  isInRestoreMode(): Promise<boolean>;
};

/** How long an answer is reused: no database is replaced within it. */
const REUSED_MS = 1_000;

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
  const mayRemove = async () => (await compare()).status === 'together';
  const elapsed = startStopwatch();
  let togetherUntil = Number.NEGATIVE_INFINITY;
  return {
    ...objects,
    compareEpochs: compare,
    mayRemove,
    async isInRestoreMode() {
      if (elapsed() < togetherUntil) return false;
      const isHeld = isBehind(await compare());
      if (!isHeld) togetherUntil = elapsed() + REUSED_MS;
      return isHeld;
    },
    remove: async (keys) => keys.length === 0 || ((await mayRemove()) && (await objects.remove(keys))),
  };
}

/** How often health and metrics have database and store compared. */
const COMPARED_MS = 5_000;

/** Tells without waiting how database and store relate, as of the last time somebody asked: for health and metrics. */
export function watchEpochs({ compareEpochs }: Pick<GuardedStore, 'compareEpochs'>, existing: Epochs) {
  let epochs = existing;
  let sinceCompared = startStopwatch();
  return function latestEpochs(): Epochs {
    if (sinceCompared() > COMPARED_MS) {
      sinceCompared = startStopwatch();
      // Without an answer the last one stands: readiness reports that database or storage are away.
      compareEpochs().then(
        (found) => {
          epochs = found;
        },
        () => undefined,
      );
    }
    return epochs;
  };
}
