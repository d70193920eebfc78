import { ANNA, NOAH, STUDIO } from '../customers.ts';
import { act, openPhoto, selectOne } from './library-shots.ts';
import { type Act, fail, inTurn, press, type Shot, withhold } from './shot.ts';

const ALBUMS = '/my-photos/albums';
const ONE = '**/photo-management/albums/*';
const PHOTOS_OF_ONE = '**/photo-management/albums/*/*';
const SHARED = '**/shared-albums/shared-albums/*';

/** Opens an album by part of its name. */
const follow =
  (name: RegExp): Act =>
  async (page, texts) => {
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await page.getByRole('link', { name: texts('album.back') }).waitFor();
  };
/** The same, and waits until it is loaded. */
const open =
  (name: RegExp): Act =>
  async (page, texts) => {
    await follow(name)(page, texts);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.locator('[data-tile]').first().waitFor();
  };
const OWN = /Italy/;
const SHARED_ONE = /Lake days/;
const openOwn = open(OWN);
const openShared = open(SHARED_ONE);

const submitNothing: Act = (page) => page.getByRole('dialog').getByRole('textbox').press('Enter');
const createEmpty: Act = async (page) => {
  const name = 'Sommerferien mit Großeltern und Urgroßeltern am Wörthersee';
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  await page.keyboard.press('Enter');
  await page.waitForURL(/albums\/./);
};
const openParticipants: Act = async (page) => {
  await page.getByRole('main').getByRole('button', { name: /^\d+ / }).first().click();
  await page.getByRole('dialog').waitFor();
};

const ANNAS = (name: string, ...acts: Act[]): Shot => ({
  name,
  customer: ANNA,
  path: ALBUMS,
  act: inTurn(...acts),
});
const waiting = (shot: Shot): Shot => ({ ...shot, isWaiting: true });

/** Albums, one album, and shared albums. */
export const ALBUM_SHOTS: Shot[] = [
  ANNAS('albums'),
  { name: 'albums-empty', customer: NOAH, path: ALBUMS },
  waiting({
    ...ANNAS('albums-loading'),
    prepare: withhold('**/photo-management/albums?*', '**/shared-albums?*'),
  }),
  { ...ANNAS('albums-error'), prepare: fail('**/photo-management/albums?*', '**/shared-albums?*') },
  ANNAS('new-album', press('albums.new')),
  ANNAS('new-album-invalid', press('albums.new'), submitNothing),
  ANNAS('album', openOwn),
  { name: 'album-empty', customer: STUDIO, path: ALBUMS, act: inTurn(press('albums.new'), createEmpty) },
  waiting(ANNAS('album-loading', withhold(ONE), follow(OWN))),
  ANNAS('album-error', fail(ONE), follow(OWN)),
  ANNAS('album-photos-error', fail(PHOTOS_OF_ONE), follow(OWN)),
  ANNAS('album-selecting', openOwn, selectOne),
  ANNAS('album-remove', openOwn, selectOne, act('remove.action')),
  ANNAS('album-rename', openOwn, press('album.rename')),
  ANNAS('album-delete', openOwn, press('album.deleteTitle')),
  ANNAS('album-preview', openOwn, openPhoto),
  ANNAS('shared-album-owner', openShared),
  ANNAS('shared-album-participants', openShared, openParticipants),
  ANNAS('shared-album-delete-owner', openShared, press('album.deleteTitle')),
  ANNAS('shared-album-selecting', openShared, selectOne),
  ANNAS('shared-album-preview', openShared, openPhoto),
  waiting(ANNAS('shared-album-loading', withhold(SHARED), follow(SHARED_ONE))),
  ANNAS('shared-album-error', fail(SHARED), follow(SHARED_ONE)),
  { name: 'shared-album-participant', customer: NOAH, path: ALBUMS, act: openShared },
  {
    name: 'shared-album-delete-participant',
    customer: NOAH,
    path: ALBUMS,
    act: inTurn(openShared, press('album.deleteTitle')),
  },
];
