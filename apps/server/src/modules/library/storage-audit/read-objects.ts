import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import {
  findDamagedThumbnails,
  hasObjects,
  isOriginalWhole,
  readStoredPhotos,
  type StoredPhoto,
} from '../photos/index.ts';
import { createFinding, type Finding } from './comparison.ts';

type ReadingDeps = { db: Database; objects: Pick<ObjectStore, 'open' | 'read' | 'size'> };

const PAGE = 200;
/** Photos read in parallel. */
const CONCURRENCY = 4;

/**
 * Reads every original and thumbnail, and finds those with the right size but the wrong bytes. Missing ones and wrong sizes are
 * found without reading. Takes as long as reading the whole store; no transaction is open in the meantime.
 */
export async function readEveryObject(deps: ReadingDeps): Promise<Finding[]> {
  const originals = createFinding('originals of the right size with other bytes than were sent');
  const thumbnails = createFinding('thumbnails with other bytes than were made');
  for await (const page of readPages(deps.db)) {
    const waiting = page.values();
    const work = async () => {
      for (const photo of waiting) {
        for (const key of await findDamaged(deps, photo)) {
          const finding = key === photo.objectKey ? originals : thumbnails;
          finding.add(`photo ${photo.photoId} of ${photo.customerId}: ${key}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  }
  return [originals, thumbnails].filter(({ count }) => count > 0);
}

async function* readPages(db: Database): AsyncGenerator<StoredPhoto[]> {
  let page = await readStoredPhotos(db, null, PAGE);
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield page;
    page = await readStoredPhotos(db, last, PAGE);
  }
}

/** Keys of a photo's objects whose bytes are wrong, unless they no longer belong to it. */
async function findDamaged({ db, objects }: ReadingDeps, photo: StoredPhoto): Promise<string[]> {
  const thumbnails = await findDamagedThumbnails(objects, photo);
  const damaged = thumbnails.filter(({ is }) => is === 'damaged').map(({ key }) => key);
  if (!(await isOriginalWhole(objects, photo))) {
    const { objectKey, bytes } = photo;
    if ((await objects.size(objectKey)) === bytes) damaged.push(objectKey);
  }
  return damaged.length > 0 && (await hasObjects(db, photo)) ? damaged : [];
}
