import { serveWebApp } from '../harness/browser.ts';
import { startEnvironment } from '../harness/environment.ts';
import type { Figure } from '../harness/figure.ts';
import { measureFirstLoad } from '../web/first-load.ts';
import { measureScroll } from '../web/scroll.ts';
import { measureSelection } from '../web/selection.ts';

/** The timeline in Chromium: the size of its first load, when it paints, and how it scrolls. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('web');
  const { url } = await serveWebApp(environment, { photos: 100_000 });
  const figures = [...(await measureFirstLoad(url)), ...(await measureScroll(url))];
  const longMonth = await serveWebApp(environment, { photos: 40_000, augustShare: 2 });
  return [...figures, ...(await measureSelection(longMonth.url))];
}
