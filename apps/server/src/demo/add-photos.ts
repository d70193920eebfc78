import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { App } from '../app.ts';
import type { Database } from '../platform/database/database.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import type { DemoPhoto } from './photos/demo-photo.ts';
import { startRenderer } from './photos/start-renderer.ts';

type Addition = {
  app: Pick<App, 'connection' | 'uploads'>;
  customerId: CustomerId;
  photos: readonly DemoPhoto[];
  signal: AbortSignal;
};

/** Fills a library through the normal upload path, in the given order; existing photos are not added again. */
export async function addPhotos({ app, customerId, photos, signal }: Addition): Promise<void> {
  const existing = await knownFileNames(app.connection.db, customerId);
  await using renderer = startRenderer();
  for (const photo of photos) {
    if (signal.aborted) return;
    if (existing.has(photo.fileName)) continue;
    const content = await renderer.render(photo);
    await app.uploads.addFile({ customerId, fileName: photo.fileName, content, isBulk: true });
  }
}

async function knownFileNames(db: Database, customerId: CustomerId): Promise<Set<string>> {
  const rows = await db.selectFrom('photos').select('file_name').where('user_id', '=', customerId).execute();
  return new Set(rows.map((row) => row.file_name));
}

type LegacyAddition = {
  app: Pick<App, 'keepLegacyUpload'>;
  /** Newest first. */
  photos: readonly DemoPhoto[];
  signal: AbortSignal;
};

/**
 * Keeps the oldest photos as legacy uploads of customers who uploaded them while ordering; they are imported when their customer
 * activates the library.
 */
export async function addLegacyUploads({ app, photos, signal }: LegacyAddition): Promise<void> {
  await using renderer = startRenderer();
  for (const { id: customerId, legacyUploads } of DEMO_CUSTOMERS) {
    for (const photo of photos.slice(photos.length - legacyUploads)) {
      if (signal.aborted) return;
      const content = await renderer.render(photo);
      const uploadedAt = new Date(`${photo.takenAt ?? '2020-01-01T00:00:00'}Z`);
      await app.keepLegacyUpload({ customerId, id: null, fileName: photo.fileName, content, uploadedAt });
    }
  }
}
