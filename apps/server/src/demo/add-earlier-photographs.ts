import type { App } from '../app.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { type DemoPhotograph, startRenderer } from './photographs/index.ts';

type Addition = {
  app: Pick<App, 'keepLegacyUpload'>;
  /** Newest first. */
  photographs: readonly DemoPhotograph[];
  signal: AbortSignal;
};

/** Keeps the oldest photographs for customers who uploaded them while ordering; they come in when their customer does. */
export async function addEarlierPhotographs({ app, photographs, signal }: Addition): Promise<void> {
  const renderer = startRenderer();
  try {
    for (const { id: userId, earlierPhotographs } of DEMO_CUSTOMERS) {
      for (const photograph of photographs.slice(photographs.length - earlierPhotographs)) {
        if (signal.aborted) return;
        const content = await renderer.render(photograph);
        const uploadedAt = new Date(`${photograph.takenAt ?? '2020-01-01T00:00:00'}Z`);
        await app.keepLegacyUpload({ userId, id: null, fileName: photograph.fileName, content, uploadedAt });
      }
    }
  } finally {
    await renderer.stop();
  }
}
