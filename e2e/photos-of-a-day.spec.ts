import { expect, type Page, test } from '@playwright/test';
import { registerWithLargeLibrary } from './large-library.ts';
import { expectPictures, expectScrolled } from './stillness.ts';

type Owner = { authorization: string };
const API = '/api/photo-management';
const SORT = { sortKey: 'dateTaken', sortOrder: 'desc' };

/** A day of the month with the most photos in the years before the last two, in the middle of that month. */
async function findDay(page: Page, { authorization }: Owner): Promise<string> {
  const ask = async (path: string) => {
    const answer = await page.request.get(`${API}${path}`, {
      params: { ...SORT, limit: 100 },
      headers: { authorization },
    });
    return answer.json();
  };
  const years: Record<string, Record<string, number>> = await ask('/users/timeline');
  const months = Object.entries(years)
    .filter(([year]) => Number(year) > 0 && Number(year) < new Date().getFullYear() - 1)
    .flatMap(([year, counts]) => Object.entries(counts).map(([month, count]) => ({ year, month, count })));
  const [largest] = months.toSorted((one, other) => other.count - one.count);
  const { images } = await ask(`/photos/timeline/${largest?.year}/${largest?.month}`);
  return images[Math.floor(images.length / 2)].dateTaken.slice(0, 10);
}

/** The photo nearest to the middle of the window. */
const photoInTheMiddle = (page: Page) =>
  page.evaluate(() => {
    const distance = (one: Element) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return Math.hypot(x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2);
    };
    const [nearest] = [...document.querySelectorAll('[data-tile] a[href]')].sort(
      (one, other) => distance(one) - distance(other),
    );
    return nearest?.getAttribute('href') ?? '';
  });

/** How far below the top of the window a photo is. */
const topOf = async (page: Page, href: string) =>
  (await page.locator(`[data-tile] a[href="${href}"]`).first().boundingBox())?.y;

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`at ${viewport.width} px the photos of a day are marked in sight, and Back leads to the overview`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const day = await findDay(page, await registerWithLargeLibrary(page));
    const marked = page.locator('[data-marked="noted"]');
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`/my-photos/photos?day=${day}`);
    await expect(marked.first()).toBeInViewport({ ratio: 1 });
    await expectScrolled(page);
    await expectPictures(page);
    await expect(marked.first()).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[data-tile]:focus-within [data-marked="noted"]')).toHaveCount(1);
    await page.evaluate(() => window.scrollBy(0, 700));
    await expectScrolled(page);
    await expectPictures(page);
    const photo = await photoInTheMiddle(page);
    const place = (await topOf(page, photo)) ?? 0;
    await page.reload();
    await expectPictures(page);
    await expect.poll(async () => Math.abs(((await topOf(page, photo)) ?? 0) - place)).toBeLessThan(2);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });
}
