import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { App } from '../app.ts';
import { findByEmail } from '../modules/account/customers/index.ts';
import { addAlbumPhotos, createAlbum, importSharedAlbums } from '../modules/library/albums/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { retryConflicts } from '../platform/database/errors.ts';
import { addPhotos } from './add-photos.ts';
import { type Chosen, isLakeDay, listDemoAlbums } from './demo-albums.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { listDemoPhotos } from './photos/plan.ts';

const [CONSUMER, GUEST, STUDIO] = DEMO_CUSTOMERS;
const STUDIO_PHOTOS = 24;

type Load = { app: Pick<App, 'connection' | 'uploads'>; now: Date; signal: AbortSignal };

/** Creates the demo's albums from the existing photos; a second run completes what a killed one left. */
export async function loadAlbums({ app, now, signal }: Load): Promise<void> {
  const { db } = app.connection;
  await makeOwnAlbums(db, now);
  await addPhotos({ app, customerId: STUDIO.id, photos: listStudioPhotos(now), signal });
  if (!signal.aborted) await shareAlbums(db, now);
}

/** The studio photographs the same as the consumer, but a year earlier, so that no two pictures are equal. */
function listStudioPhotos(now: Date) {
  const earlier = new Date(now.getTime() - 400 * DAY_MS);
  return listDemoPhotos({ now: earlier })
    .filter(({ takenAt, format }) => takenAt !== null && format === 'jpeg')
    .slice(-STUDIO_PHOTOS);
}

async function makeOwnAlbums(db: Database, now: Date): Promise<void> {
  const photos = await readPhotos(db, CONSUMER.id);
  for (const { name, created, contains } of listDemoAlbums(now)) {
    const at = (instant: Date) => ({ db, clock: () => instant });
    const albumId =
      (await findAlbum(db, name)) ??
      (await retryConflicts(() =>
        db.transaction().execute((trx) => {
          const evening = new Date(`${created}T18:30:00Z`);
          return createAlbum({ trx, clock: () => evening }, CONSUMER.id, name);
        }),
      ));
    const photoIds = photos.filter(contains).map(({ id }) => id);
    if (photoIds.length > 0) await addAlbumPhotos(at(now), { ownerId: CONSUMER.id, albumId }, photoIds);
  }
}

async function findAlbum(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('albums')
    .select('id')
    .where('user_id', '=', CONSUMER.id)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.id;
}

/** Two albums as the retailer's import would bring them: one of the consumer's, one of the studio's. */
async function shareAlbums(db: Database, now: Date): Promise<void> {
  const lakeDays = (await readPhotos(db, CONSUMER.id)).filter(isLakeDay).map(({ id }) => ({ id }));
  const proofs = (await readPhotos(db, STUDIO.id)).map(({ id }) => ({ id }));
  const year = now.getUTCFullYear();
  const ofConsumer = lakeDays.slice(0, 6).map((photo) => ({ ...photo, owner: CONSUMER.email }));
  const ofStudio = proofs.slice(0, 4).map((photo) => ({ ...photo, owner: STUDIO.email }));
  await importSharedAlbums({ db, now, findByEmail: (emails) => findByEmail(db, emails) }, [
    {
      id: '01900000-0000-7000-8000-0000000000a1',
      name: 'Lake days with everyone',
      owner: CONSUMER.email,
      participants: [GUEST.email, STUDIO.email],
      created: `${year - 1}-08-09T17:20:00Z`,
      photos: [...lakeDays, ...ofStudio],
    },
    {
      id: '01900000-0000-7000-8000-0000000000a2',
      name: 'Studio Marlow: proofs for Anna',
      owner: STUDIO.email,
      participants: [CONSUMER.email],
      created: `${year - 1}-09-14T09:05:00Z`,
      photos: [...proofs, ...ofConsumer],
    },
  ]);
}

async function readPhotos(db: Database, customerId: CustomerId): Promise<(Chosen & { id: string })[]> {
  return db
    .selectFrom('photos')
    .select(['id', 'file_name as fileName', 'taken_at as takenAt'])
    .where('user_id', '=', customerId)
    .orderBy('taken_order')
    .execute();
}
