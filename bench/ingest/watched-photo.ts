import { setTimeout as pause } from 'node:timers/promises';
import type { Photo } from '@keepsake/contracts/library/photos';
import { type Figure, limited, reported } from '../figure.ts';
import { addPhotos, countWaiting, type Target, untilNoneWaits } from './add-photos.ts';

type Viewer = { content: Buffer; address: string; token: string };

const BULK = 40;
/** Photos being decoded when the customer looks, plus those that other decoders finish meanwhile. */
const MOST_BEFORE = 4;

/** A customer opens the month of an import's last photo: how long until it is there, and how many photos come before it. */
export async function measureWatched(target: Target, viewer: Viewer): Promise<Figure[]> {
  await addPhotos(target, { content: viewer.content, count: BULK });
  const start = performance.now();
  const [photoId] = await addPhotos(target, {
    content: viewer.content,
    count: 1,
    takenAt: '2001-02-03T04:05:06',
  });
  const before = await countWaiting(target);
  const requested = performance.now();
  await read(viewer, '/photos/timeline/2001/2');
  while ((await read<Photo>(viewer, `/photos/${photoId}`)).thumbnailState !== 'success') await pause(10);
  const wait = (performance.now() - requested) / 1000;
  const overtaken = before - (await countWaiting(target)) - 1;
  await untilNoneWaits(target);
  return [
    limited({
      figure: `photos of a bulk import of ${before - 1} made before the one that is looked at`,
      measured: overtaken,
      unit: 'photos',
      atMost: MOST_BEFORE,
    }),
    reported({ figure: 'wait for the photo that is looked at', measured: wait, unit: 's' }),
    reported({ figure: 'the whole import', measured: (performance.now() - start) / 1000, unit: 's' }),
  ];
}

async function read<Body>({ address, token }: Viewer, path: string): Promise<Body> {
  const url = `${address}/api/photo-management${path}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  return (await answer.json()) as Body;
}
