import { startEnvironment } from '../environment/start-environment.ts';
import type { Figure } from '../figure.ts';
import { launchBrowser, serveBook } from '../web/open-browser.ts';
import { measurePageTurns } from '../web/page-turns.ts';
import { measurePreview } from '../web/preview-steps.ts';

const PHOTOS = 5_000;
/** Pages of the book, which is turned one opening at a time. */
const PAGES = 80;
const TURNS = 30;

/** The full-screen preview and the pages of a book in Chromium: how soon the next one is shown. */
export async function measurePreviewSteps(): Promise<Figure[]> {
  const environment = await startEnvironment('preview');
  try {
    const { libraryUrl, productCode } = await serveBook(environment, { photos: PHOTOS, pages: PAGES });
    const browser = await launchBrowser();
    try {
      const turns = await measurePageTurns(browser, { libraryUrl, productCode, turns: TURNS });
      return [...(await measurePreview(browser, libraryUrl)), ...turns];
    } finally {
      await browser.close();
    }
  } finally {
    await environment.stop();
  }
}
