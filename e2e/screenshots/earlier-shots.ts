import { ANNA, NOAH } from '../customers.ts';
import type { Act, Shot } from './shot.ts';

const PHOTOS = '/my-photos/photos';
const lastImport = { ended: '2026-05-01T10:00:00Z', imported: 1_197, failed: 3 };
const failed = (fileName: string, fault: string, at: number) => ({
  id: `01900000-0000-7000-8000-00000000000${at}`,
  fileName,
  fault,
});
const FAILURES = [
  failed('DSC_0931.JPG', 'missing', 1),
  failed('panorama-of-the-whole-valley-from-the-top-of-the-mountain-stitched-final-2.tif', 'too-large', 2),
  failed('scan.pdf', 'not-a-photo', 3),
];

/** Puts the library into this activation status. */
const be =
  (activation: object): Act =>
  async (page) => {
    await page.route('**/users/activate', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: activation })
        : route.fulfill({ status: 400, json: { code: 'x' } }),
    );
    await page.route('**/users/activate/failures', (route) =>
      route.fulfill({ json: { items: FAILURES, total: FAILURES.length } }),
    );
  };

/** Legacy imports that are running, stopped or partly failed; and a library being deleted. */
export const EARLIER_SHOTS: Shot[] = [
  {
    name: 'earlier-importing',
    customer: NOAH,
    path: PHOTOS,
    prepare: be({ status: 'IMPORTING', progress: { total: 1_200, imported: 431, failed: 0 } }),
  },
  {
    name: 'earlier-stopped',
    customer: NOAH,
    path: PHOTOS,
    prepare: be({ status: 'NOT_ACTIVE', lastImport }),
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'earlier-failures',
    customer: NOAH,
    path: '/my-photos/earlier-photos',
    prepare: be({ status: 'ACTIVE', lastImport }),
  },
  { name: 'earlier-deleting', customer: ANNA, path: PHOTOS, prepare: be({ status: 'DELETING' }) },
  {
    name: 'earlier-deleting-import',
    customer: ANNA,
    path: `${PHOTOS}?import=true`,
    prepare: be({ status: 'DELETING' }),
    act: (page) => page.getByRole('dialog').waitFor(),
  },
];
