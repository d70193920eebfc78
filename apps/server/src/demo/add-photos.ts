import type { App } from '../app.ts';
import type { Database } from '../platform/database/database.ts';

import type { DemoPhoto } from './photos/demo-photo.ts';
import { startRenderer } from './photos/start-renderer.ts';

type Addition = {
  app: Pick<App, 'connection' | 'uploads'>;
  userId: string;
  photos: readonly DemoPhoto[];
  signal: AbortSignal;
};

/** Fills a library through the normal upload path, in the given order; existing photos are not added again. */
export async function addPhotos({ app, userId, photos, signal }: Addition): Promise<void> {
  const known = await knownFileNames(app.connection.db, userId);
  const renderer = startRenderer();
  try {
    for (const photo of photos) {
      if (signal.aborted) return;
      if (known.has(photo.fileName)) continue;
      const content = await renderer.render(photo);
      await app.uploads.addFile({ userId, fileName: photo.fileName, content, isBulk: true });
    }
  } finally {
    await renderer.stop();
  }
}

async function knownFileNames(db: Database, userId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('photos').select('file_name').where('user_id', '=', userId).execute();
  return new Set(rows.map((row) => row.file_name));
}
