import type { App } from '../app.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import type { DemoPhoto } from './photos/demo-photo.ts';
import { startRenderer } from './photos/start-renderer.ts';

type Addition = {
  app: Pick<App, 'keepLegacyUpload'>;
  /** Newest first. */
  photos: readonly DemoPhoto[];
  signal: AbortSignal;
};

/**
 * Keeps the oldest photos as legacy uploads of customers who uploaded them while ordering; they are imported when their customer
 * activates the library.
 */
export async function addLegacyUploads({ app, photos, signal }: Addition): Promise<void> {
  const renderer = startRenderer();
  try {
    for (const { id: userId, legacyUploads } of DEMO_CUSTOMERS) {
      for (const photo of photos.slice(photos.length - legacyUploads)) {
        if (signal.aborted) return;
        const content = await renderer.render(photo);
        const uploadedAt = new Date(`${photo.takenAt ?? '2020-01-01T00:00:00'}Z`);
        await app.keepLegacyUpload({ userId, id: null, fileName: photo.fileName, content, uploadedAt });
      }
    }
  } finally {
    await renderer.stop();
  }
}
