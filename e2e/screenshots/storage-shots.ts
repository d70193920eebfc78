import { MARA, OTTO } from '../customers.ts';
import { type Act, inTurn, pressTool, type Shot } from './shot.ts';

const PHOTOS = '/my-photos/photos';

/** Answers like a server whose library is hidden until the next order. */
const hide: Act = async (page) => {
  await page.route('**/api/storage/status*', async (route) => {
    const answer = await route.fetch();
    const account = (await answer.json()) as { projectedDeletionDate: string };
    const hidden = { deletionDate: account.projectedDeletionDate, isBeingDeleted: false };
    await route.fulfill({ json: { ...account, hidden } });
  });
  await page.route('**/api/photo-management/**', (route) =>
    route.fulfill({ status: 403, json: { code: 'library-hidden' } }),
  );
};

const showDialog: Act = (page) => page.getByRole('dialog').waitFor();
const closeDialog: Act = async (page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** How long photos are kept. */
export const STORAGE_SHOTS: Shot[] = [
  { name: 'storage-warning', customer: MARA, path: PHOTOS },
  { name: 'storage-dialog', customer: MARA, path: PHOTOS, act: pressTool('storage.button') },
  { name: 'storage-critical', customer: OTTO, path: PHOTOS, act: inTurn(showDialog, closeDialog) },
  { name: 'storage-critical-dialog', customer: OTTO, path: PHOTOS, act: showDialog },
  { name: 'storage-hidden', customer: MARA, path: PHOTOS, prepare: hide },
  { name: 'storage-hidden-albums', customer: MARA, path: '/my-photos/albums', prepare: hide },
];
