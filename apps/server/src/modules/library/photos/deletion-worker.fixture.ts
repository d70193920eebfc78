import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { deleteLibraryTask } from './delete-library.ts';
import { deletePhotos } from './delete-photos.ts';
import { purgePhotosTask } from './purge-photos.ts';
import { restoreRemovalsTask } from './restore-removals.ts';

/** A separate process that runs one job, or one deletion, and is killed when it reaches a step for the second time. */
const {
  DATABASE_URL = '',
  DATA_DIR = '',
  TASK,
  USER_ID,
  KILL_AT,
  DELETED_DAYS,
  PHOTO_IDS = '',
} = process.env;
const log = pino({ level: 'silent' });
const { db } = openDatabase({ url: DATABASE_URL, maxConnections: 2, log });
const objects = await createObjectStore({ storageUrl: null, dataDir: DATA_DIR });

let times = 0;
async function dieAt(step: string) {
  if (KILL_AT === step && ++times === 2) process.kill(process.pid, 'SIGKILL');
}
const deleting = {
  db,
  clock: () => new Date(),
  log,
  removeFromAlbums: () => dieAt('before-commit'),
  removeFromProjects: async () => undefined,
  restorableDays: async () => Number(DELETED_DAYS),
};
const tasks = [
  {
    name: 'delete-photos',
    handle: async () => {
      const removeFromProjects = () => dieAt('before-commit');
      await deletePhotos(
        { ...deleting, removeFromProjects },
        customerIdSchema.parse(USER_ID),
        PHOTO_IDS.split(','),
      );
    },
  },
  deleteLibraryTask({ ...deleting, objects }),
  restoreRemovalsTask({
    db,
    objects,
    clock: () => new Date(),
    restoreInAlbums: () => dieAt('before-commit'),
    moveInAlbums: async () => undefined,
    restoreInProjects: async () => undefined,
  }),
  purgePhotosTask({
    db,
    clock: () => new Date(),
    forgetInAlbums: () => dieAt('before-commit'),
    forgetMeasures: async () => undefined,
    quota: { photos: null, bytes: null },
    objects: {
      ...objects,
      async remove(keys) {
        await dieAt('before-removal');
        await objects.remove(keys);
        await dieAt('after-removal');
        return true;
      },
    },
  }),
];
await tasks
  .find(({ name }) => name === TASK)
  ?.handle({ customerId: USER_ID }, { attempt: 1, maxAttempts: 1 });
throw new Error(`It was not killed at ${KILL_AT}`);
