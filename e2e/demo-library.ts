import { expect, type Page } from '@playwright/test';
import { listDemoPhotographs } from '../apps/server/src/demo/photographs/plan.ts';

/** Photographs in Anna's library: how many depends on the day on which the demo was loaded. */
export const ANNAS_PHOTOS = listDemoPhotographs({ now: new Date() }).length;

/** The demo's library fills in the background of a first start; photos that arrive would move the others. */
export async function expectWholeLibrary(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: `Photos ${ANNAS_PHOTOS}`, exact: true })).toBeVisible({
    timeout: 200_000,
  });
}
