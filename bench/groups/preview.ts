import { startEnvironment } from '../environment/start-environment.ts';
import type { Figure } from '../figure.ts';
import { launchBrowser, serveLibrary } from '../web/open-browser.ts';
import { measurePreview } from '../web/preview-steps.ts';

const PHOTOS = 5_000;

/** The full-screen preview in Chromium: how soon the next photo shows. */
export async function measurePreviewSteps(): Promise<Figure[]> {
  const environment = await startEnvironment('preview');
  try {
    const url = await serveLibrary(environment, PHOTOS);
    const browser = await launchBrowser();
    return await measurePreview(browser, url).finally(() => browser.close());
  } finally {
    await environment.stop();
  }
}
