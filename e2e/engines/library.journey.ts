import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { FOUR } from '../albums.ts';
import { fillLibrary, LARGE } from '../large-library.ts';
import { hashOf } from '../named-photos.ts';
import { uploadPhotos } from '../photos-by-api.ts';
import { readPictures } from '../small-library.ts';
import { textsOf, valueNow } from './in-page.ts';
import type { Tab } from './tab.ts';
import { type Customer, signInAt, test } from './test.ts';

const fixtures = path.resolve(import.meta.dirname, '../../apps/server/src/platform/images/fixtures');
const PHOTOS = '[data-tile] a:not([data-check])';
const SHOWN = '[data-current] img[data-ready="true"]';
const SCRUBBER = ['slider', /./] as const;

/** Opens the timeline of a customer with these four photos, from the overview. */
async function openFour(tab: Tab, asking: APIRequestContext, mia: Customer) {
  const files = await readPictures(FOUR);
  await uploadPhotos({ asking, authorization: mia.authorization }, files);
  await signInAt(tab, '/', mia);
  await tab.press(['link', 'Saved photos']);
  await tab.sees('[data-tile] img[data-loaded]', 4);
  return files;
}

test('timeline: the wheel and the scrubber move through the years', async ({ tab, mia, request }) => {
  await fillLibrary(request, mia);
  await signInAt(tab, '/', mia);
  await tab.press(['link', 'Saved photos']);
  await tab.sees(['link', `Photos ${LARGE}`]);
  await tab.sees('[data-tile] img[data-loaded]');
  await tab.wheel(3_000);
  await expect.poll(() => tab.ask(SCRUBBER, valueNow, null)).toBeGreaterThan(0);
  const before = await tab.ask(SCRUBBER, valueNow, null);
  await tab.press(SCRUBBER);
  await expect.poll(() => tab.ask(SCRUBBER, valueNow, null)).toBeGreaterThan(before);
  await tab.sees('[data-tile] img[data-loaded]');
  await tab.key('Home');
  await expect.poll(() => tab.ask(SCRUBBER, valueNow, null)).toBe(0);
  await tab.back();
  await tab.sees(['heading', /^Good/]);
});

test('preview: arrows move on, Escape and Back return to the photo', async ({ tab, mia, request }) => {
  await openFour(tab, request, mia);
  await tab.press(PHOTOS, 1);
  await tab.sees(SHOWN);
  await tab.reads(['status'], 'Photo 2 of 4');
  await tab.key('ArrowRight', 'ArrowRight');
  await tab.reads(['status'], 'Photo 4 of 4');
  await tab.key('ArrowLeft');
  await tab.reads(['status'], 'Photo 3 of 4');
  await tab.key('Escape');
  await tab.isAt(/photos$/);
  await tab.press(PHOTOS, 0);
  await tab.sees(SHOWN);
  await tab.back();
  await tab.isAt(/photos$/);
  await tab.seesFocusOn(PHOTOS);
});

test('select and delete: Escape and Back leave only the dialog, then the selection', async ({
  tab,
  mia,
  request,
}) => {
  await openFour(tab, request, mia);
  await tab.press(['button', 'Select']);
  await tab.press(PHOTOS, 0);
  await tab.press(PHOTOS, 2);
  for (const close of [() => tab.key('Escape'), tab.back]) {
    await tab.press(['button', 'Delete']);
    await tab.sees(['dialog', 'Delete 2 photos']);
    await close();
    await tab.sees(['dialog'], 0);
    await tab.seesFocusOn(['button', 'Delete']);
  }
  await tab.back();
  await tab.sees(['toolbar'], 0);
  await tab.press(['button', 'Select']);
  await tab.press(PHOTOS, 1);
  await tab.press(['button', 'Delete']);
  await tab.press(['button', 'Delete photo']);
  await tab.sees(PHOTOS, 3);
  await tab.sees(['link', 'Photos 3']);
});

test('import: three photos are picked, saved and shown', async ({ tab, mia }) => {
  await signInAt(tab, '/', mia);
  await tab.press(['link', 'Saved photos']);
  for (const close of [() => tab.key('Escape'), tab.back]) {
    await tab.press(['button', 'Add photos']);
    await tab.sees(['dialog']);
    await close();
    await tab.sees(['dialog'], 0);
  }
  await tab.press(['button', 'Add photos']);
  await tab.sees(['dialog']);
  await tab.pickFiles(
    '[role=dialog] input[type=file]',
    FOUR.slice(1).map((name) => path.join(fixtures, name)),
  );
  await tab.reads('[role=dialog]', '3 of 3 saved');
  await tab.press(['button', /^Upload/]);
  await tab.sees('[data-tile] img[data-loaded]', 3);
});

test('albums: two are created, sorted, and one is filled', async ({ tab, mia, request }) => {
  await openFour(tab, request, mia);
  await tab.press(['link', /^Albums/]);
  const field = ['textbox', 'Album name'] as const;
  await tab.press(['button', 'New album']);
  await tab.sees(field);
  await tab.key('Escape');
  await tab.sees(field, 0);
  for (const name of ['Lake', 'Sea']) {
    await tab.press(['button', 'New album']);
    await tab.fill(field, name);
    await tab.key('Enter');
    await tab.reads(['heading'], name);
    await tab.back();
  }
  const albums = () => tab.ask('main a[href*="/albums/"]', textsOf, null);
  await expect.poll(albums).toEqual([expect.stringContaining('Sea'), expect.stringContaining('Lake')]);
  await tab.choose(['combobox', 'Sort albums by'], 'Name');
  await expect.poll(albums).toEqual([expect.stringContaining('Lake'), expect.stringContaining('Sea')]);
  await tab.press('main a[href*="/albums/"]', 0);
  await tab.press('main button[aria-haspopup=menu]');
  await tab.press(['menuitem', 'From my photos']);
  await tab.press(PHOTOS, 1);
  await tab.press(['button', 'Add to Lake']);
  await tab.sees('[data-tile] img[data-loaded]', 1);
});

test('download: a photo is saved unchanged under its name', async ({ tab, mia, request }) => {
  const files = await openFour(tab, request, mia);
  await tab.press(['button', 'Select']);
  await tab.press(PHOTOS, 0);
  for (const close of [() => tab.key('Escape'), tab.back]) {
    await tab.press(['button', 'Download']);
    await tab.sees(['dialog', 'Download photo']);
    await close();
    await tab.sees(['dialog'], 0);
  }
  await tab.press(['button', 'Download']);
  await tab.sees(['dialog', 'Download photo']);
  await tab.press(['button', 'Download'], 1);
  const saved = async () => (await readdir(tab.downloads)).filter((name) => name.endsWith('.jpg'));
  await expect.poll(saved).toHaveLength(1);
  const [name = ''] = await saved();
  const original = files.find((file) => file.name === name);
  expect(hashOf(await readFile(path.join(tab.downloads, name)))).toBe(original && hashOf(original.content));
});
