import { setTimeout as pause } from 'node:timers/promises';
import { startStopwatch } from '../../apps/server/src/platform/clock.ts';
import { newJpeg } from '../../apps/server/src/testing/photos.ts';
import { clientOf } from '../../apps/server/src/testing/upload-client.ts';
import { type Customer, countAlbums, registerCustomer } from './parts/customer.ts';
import { type Installation, startInstallation } from './parts/installation.ts';
import { isAway, startLoad } from './parts/load.ts';
import { startPatroni } from './parts/patroni.ts';
import { startPgbouncer } from './parts/pgbouncer.ts';
import type { Stage } from './parts/stage.ts';

/** Within this time customers are served again. */
const WORKING_MS = 15_000;
/** Within this time the files of deleted photos are gone. */
const GONE_MS = 120_000;
const PHOTOS = 40;
/** How long customers call before and after something happens. */
const AROUND_MS = 1_000;
const PAUSE_MS = 50;
const JSON_TYPE = { 'content-type': 'application/json' };
const ALBUM = { method: 'POST', headers: JSON_TYPE, body: '{"name":"Summer"}' };

type Cast = { stage: Stage; installation: Installation; mia: Customer };

/**
 * Patroni changes the primary database, first in order, then after a crash, while a customer creates albums, commits uploads and
 * deletes photos at two nodes, one of them behind a pooler.
 */
export async function drill(stage: Stage): Promise<void> {
  const cluster = await startPatroni(stage);
  // Files of deleted photos are its subject.
  const installation = await startInstallation(stage, { DELETED_DAYS: '0' }, async () => cluster);
  await installation.startNode();
  const pooler = await startPgbouncer(stage, cluster.url);
  await installation.startNode({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: cluster.url });
  const cast = { stage, installation, mia: await registerCustomer(installation.url) };
  await survive(cast, 'an orderly switchover', cluster.switchOver);
  await cluster.rejoin();
  stage.say('the former primary follows the new one');
  await survive(cast, 'a crash of the primary', cluster.failOver);
}

async function survive(cast: Cast, what: string, happen: () => Promise<void>): Promise<void> {
  const { stage, installation, mia } = cast;
  const photoIds = await uploadPhotos(cast);
  const listed = countLists(installation);
  const before = await countAlbums(mia);
  const creating = startLoad(() => mia.call('/photo-management/albums', ALBUM));
  await pause(AROUND_MS);
  const body = JSON.stringify({ photoIds });
  const deletion = await mia.call('/photo-management/photos', { method: 'DELETE', headers: JSON_TYPE, body });
  stage.prove(deletion.ok, `the deletion of ${PHOTOS} photos was acknowledged; ${what} follows`);
  const files = await sendFiles(cast);
  const elapsed = startStopwatch();
  const committing = commitFiles(cast, files);
  await happen();
  await until(async () => (await mia.call('/photo-management/albums', ALBUM)).ok, WORKING_MS);
  stage.prove(
    elapsed() <= WORKING_MS,
    `an album was created ${Math.round(elapsed())} ms after ${what} began`,
  );
  await pause(AROUND_MS);
  const { calls, failed } = await creating.stop();
  const others = failed.filter((failure) => !isAway(failure));
  stage.prove(
    others.length === 0,
    `of ${calls} calls ${failed.length} got 503, none failed otherwise ${others}`,
  );
  const created = (await countAlbums(mia)) - before;
  const acknowledged = calls - failed.length + 1;
  stage.prove(created >= acknowledged, `${acknowledged} albums were acknowledged, ${created} are there`);
  const committed = await committing;
  stage.prove(
    new Set(committed).size === PHOTOS && (await countPhotos(cast, committed)) === PHOTOS,
    `${PHOTOS} uploads that were committed meanwhile became a photo each`,
  );
  await until(async () => (await countRemaining(cast, photoIds)) === 0, GONE_MS);
  const gone = Math.round(elapsed());
  stage.prove(
    (await countRemaining(cast, photoIds)) === 0,
    `the deleted photos and their files are gone ${gone} ms after ${what} began`,
  );
  stage.prove(countLists(installation) === listed, 'for that the bucket was not listed');
}

/** Tries until it succeeds or the time is over. */
async function until(isDone: () => Promise<boolean>, limitMs: number): Promise<void> {
  const elapsed = startStopwatch();
  // A node that is away counts as a failed attempt.
  while (!(await isDone().catch(() => false)) && elapsed() < limitMs) await pause(PAUSE_MS);
}

const clientFor = ({ installation, mia }: Cast) =>
  clientOf(installation.url, mia.customerId, mia.authorization.replace('Bearer ', ''));

async function uploadPhotos(cast: Cast): Promise<string[]> {
  return await commitFiles(cast, await sendFiles(cast));
}

/** Files that are stored and not yet photos. */
async function sendFiles(cast: Cast): Promise<string[]> {
  const client = clientFor(cast);
  const files: string[] = [];
  for (let at = 0; at < PHOTOS; at++)
    files.push(await client.send(await newJpeg(64 + at, 48), `photo-${at}.jpg`));
  return files;
}

/** Commits files one after the other, each until that is acknowledged, as browsers do; returns the photos' ids. */
async function commitFiles(cast: Cast, files: readonly string[]): Promise<string[]> {
  const client = clientFor(cast);
  const photoIds: string[] = [];
  for (const file of files) {
    await until(async () => {
      const { status, photo } = await client.commit(file);
      if (status === 200) photoIds.push(photo.imageId);
      return status === 200;
    }, GONE_MS);
    await pause(PAUSE_MS);
  }
  return photoIds;
}

async function countPhotos(
  { installation: { database } }: Cast,
  photoIds: readonly string[],
): Promise<number> {
  const rows = await database.query('select from photos where id = any($1)', [photoIds]);
  return rows.length;
}

/** Requests that listed the bucket so far, without those of readiness, which ask for no keys. */
const countLists = ({ bucket }: Installation) =>
  bucket.calls.filter((call) => call.includes('list-type=2') && !call.includes('max-keys=0')).length;

/** Photos, and photos whose files are still to be removed. */
async function countRemaining(
  { installation: { database } }: Cast,
  photoIds: readonly string[],
): Promise<number> {
  const [row] = await database.query<{ remaining: number }>(
    `select (select count(*) from photos where id = any($1)) + (select count(*) from deleted_photos where id = any($1))
       + (select count(*) from deleted_batches) as remaining`,
    [photoIds],
  );
  return Number(row?.remaining);
}
