import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { FOUR } from './albums.ts';
import { registerIn } from './customers.ts';
import { uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';

const locales = path.resolve(import.meta.dirname, '../apps/web/locales');
const WIDTHS = [390, 820, 1180, 1440];

/** The longest words in place of a picture, in each language. */
function readWords() {
  return Promise.all(
    ['en-GB', 'de-AT', 'nl-NL', 'fr-FR', 'sv-SE'].map(async (locale) => {
      const { preview } = JSON.parse(await readFile(path.join(locales, `${locale}.json`), 'utf8')) as {
        preview: { why: Record<string, string> };
      };
      return Object.values(preview.why).toSorted((a, b) => b.length - a.length)[0] ?? '';
    }),
  );
}

/** How many arrows lie on words of the notice, once it says this. */
const countCovering = (page: Page, words: string) =>
  page.evaluate((text) => {
    const notice = document.querySelector('[data-current] [data-picture] > div');
    const last = [...(notice?.querySelectorAll('p') ?? [])].at(-1);
    if (!notice || !last) throw new Error('There is no notice');
    last.textContent = text;
    const range = document.createRange();
    range.selectNodeContents(notice);
    const lines = [...range.getClientRects()];
    const arrows = [...document.querySelectorAll('main[data-preview] button[data-side]')];
    if (arrows.length !== 2) throw new Error('There are no arrows');
    return arrows.filter((arrow) => {
      const { left, right, top, bottom } = arrow.getBoundingClientRect();
      return lines.some(
        (line) => line.left < right && line.right > left && line.top < bottom && line.bottom > top,
      );
    }).length;
  }, words);

test('the words in place of a picture are clear of the arrows at every width and in every language', async ({
  page,
}) => {
  const mia = await registerIn(page);
  const [whole, ...others] = await readPictures(FOUR);
  if (!whole) throw new Error('There is no picture');
  const broken = {
    name: 'broken.jpg',
    content: Buffer.concat([whole.content.subarray(0, 300), Buffer.alloc(900, 7)]),
  };
  const as = { asking: page.request, authorization: mia.authorization };
  const saved = await uploadPhotos(as, [...others, broken, whole]);
  const failed = saved[others.length]?.imageId;
  const read = async () => {
    const { authorization } = mia;
    const answer = await page.request.get(`/api/photo-management/photos/${failed}`, {
      headers: { authorization },
    });
    return ((await answer.json()) as { thumbnailState: string }).thumbnailState;
  };
  await expect.poll(read, { timeout: 60_000 }).toBe('failure');
  await page.goto(`/my-photos/photos/preview/${failed}`);
  await expect(page.getByText('broken.jpg cannot be shown')).toBeVisible();
  await expect(page.locator('main[data-preview] button[data-side]').first()).toBeVisible();

  const words = await readWords();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    for (const each of words) expect(await countCovering(page, each), `${width} px: ${each}`).toBe(0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/notice-${width}.png` });
  }
});
