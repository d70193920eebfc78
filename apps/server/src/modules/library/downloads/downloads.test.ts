import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { unprovenAddressesOf } from '../../../platform/testing/unproven-addresses.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startDownloads } from './downloads.fixture.ts';
import { readDownload } from './store.ts';

let world: Awaited<ReturnType<typeof startDownloads>>;
beforeAll(async () => {
  world = await startDownloads();
});
afterAll(() => world.stop());

/** Requests an archive and waits until its job has ended. */
async function request(customerId: CustomerId, photos: string[], id: string = randomUUID()) {
  const answer = await world.call(customerId, 'POST', '/downloads', { id, name: 'Summer', photos });
  expect(answer.status).toBe(200);
  await expect.poll(() => statusOf(customerId, id), { timeout: 10_000 }).not.toBe('started');
  return id;
}

async function statusOf(customerId: CustomerId, id: string) {
  const { body } = await world.call(customerId, 'GET', '/downloads');
  return body.items.find((item) => item.id === id)?.status;
}

async function urlOf(customerId: CustomerId, id: string) {
  const { body } = await world.call(customerId, 'GET', `/downloads/${id}/url`);
  return world.address + body.url;
}

/** Names and contents as Python's zipfile reads them. */
async function unzip(zip: Buffer): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-unzip-'));
  const file = path.join(folder, 'a.zip');
  await writeFile(file, zip);
  const program =
    'import sys,zipfile,json;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;' +
    'print(json.dumps({n:z.read(n).hex() for n in z.namelist()}))';
  const printed = execFileSync('python3', ['-c', program, file], { maxBuffer: 1e8 }).toString();
  await rm(folder, { recursive: true });
  return JSON.parse(printed);
}

test('a download whose row is damaged is named, and nothing of it quoted', async () => {
  const mia = newCustomerId();
  const { photoId } = await world.add(mia, '1.jpg');
  const downloadId = await request(mia, [photoId]);
  const read = () => readDownload(world.db, { customerId: mia, downloadId }, new Date(0));
  expect((await read())?.entries).toMatchObject([{ name: '1.jpg', key: expect.any(String) }]);
  const entries = JSON.stringify([{ name: 'hidden.jpg', bytes: 'hidden' }]);
  await world.db.updateTable('downloads').set({ entries }).where('id', '=', downloadId).execute();
  await expect(read).rejects.toThrow(new RegExp(`^the download ${downloadId} is damaged: entries\\[0\\]`));
  await expect(read).rejects.not.toThrow(/hidden/);
});

test('downloads show pictures of their first own photos, and none while the library is hidden', async () => {
  const [mia, noah] = [newCustomerId(), newCustomerId()];
  const own = await Promise.all(
    ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'].map((name) => world.add(mia, name)),
  );
  const others = await world.add(noah, 'noah.jpg');
  const unready = own[4];
  await world.db
    .updateTable('photos')
    .set({ thumbnail_state: 'success' })
    .where(
      'id',
      'in',
      [others, ...own].map(({ photoId }) => photoId).filter((id) => id !== unready?.photoId),
    )
    .execute();
  await request(
    mia,
    own.map(({ photoId }) => photoId),
  );
  world.shared.find = async (customerId) => (customerId === mia ? 'Wedding' : null);
  const photos = [
    { photoId: others.photoId, ownerId: noah },
    ...[4, 0].map((at) => ({ photoId: own[at]?.photoId, ownerId: mia })),
  ];
  const body = { albumId: randomUUID(), photos };
  expect((await world.call(mia, 'POST', '/shared-album-downloads', body)).status).toBe(200);

  const picturesOf = async () =>
    (await world.call(mia, 'GET', '/downloads')).body.items
      .toSorted((one, other) => one.photosCount - other.photosCount)
      .map(({ pictures }) => pictures.map((address) => address.split('/').at(-2)));
  expect(await picturesOf()).toEqual([[own[0]?.photoId], own.slice(0, 3).map(({ photoId }) => photoId)]);
  world.hidden.add(mia);
  expect(await picturesOf()).toEqual([[], []]);
});

describe('a download', () => {
  test('is an archive of the originals under their names, which are made unique [DWN-14, DWN-15, DWN-16, DWN-17]', async () => {
    const customerId = newCustomerId();
    const photos = [];
    for (const name of ['beach.jpg', 'Beach.jpg', 'Ærø: día.jpg'])
      photos.push(await world.add(customerId, name));
    const id = await request(
      customerId,
      photos.map(({ photoId }) => photoId),
    );
    const { body } = await world.call(customerId, 'GET', '/downloads');
    expect(body.items).toMatchObject([{ id, name: 'Summer', status: 'finished', photosCount: 3 }]);
    const answer = await fetch(await urlOf(customerId, id));
    const zip = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(zip.length));
    expect(body.items[0]?.bytes).toBe(zip.length);
    expect(answer.headers.get('content-disposition')).toContain(`${id}.zip`);
    expect(await unzip(zip)).toEqual({
      'beach.jpg': photos[0]?.content.toString('hex'),
      'Beach (2).jpg': photos[1]?.content.toString('hex'),
      'Ærø_ día.jpg': photos[2]?.content.toString('hex'),
    });
  });

  test('pushes when it was started and finished [PSH-02, PSH-08]', async () => {
    const customerId = newCustomerId();
    const received = await world.listen(customerId);
    const { photoId } = await world.add(customerId, 'a.jpg');
    const downloadId = await request(customerId, [photoId]);
    const ofArchives = () => received.flatMap((message) => ('key' in message ? [message] : []));
    await expect.poll(() => ofArchives().length).toBe(2);
    expect(ofArchives().map(({ key }) => key)).toEqual(['archive-started', 'archive-finished']);
    expect(ofArchives()[1]).toMatchObject({
      message: { userId: customerId, downloadId },
      timestamp: expect.any(String),
    });
  });

  test('resumes where it broke off', async () => {
    const customerId = newCustomerId();
    const { photoId } = await world.add(customerId, 'a.jpg');
    const url = await urlOf(customerId, await request(customerId, [photoId]));
    const whole = await fetch(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const rest = await fetch(url, {
      headers: { range: 'bytes=1000-', 'if-range': whole.headers.get('etag') ?? '' },
    });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);
  });

  test('requested again with its id is the same one', async () => {
    const customerId = newCustomerId();
    const { photoId } = await world.add(customerId, 'a.jpg');
    const id = await request(customerId, [photoId]);
    await request(customerId, [photoId, photoId], id);
    expect((await world.call(customerId, 'GET', '/downloads')).body.items).toHaveLength(1);
  });

  test('with a missing original fails, and names the photo', async () => {
    const customerId = newCustomerId();
    const received = await world.listen(customerId);
    const [good, bad] = [await world.add(customerId, 'good.jpg'), await world.add(customerId, 'lost.jpg')];
    await world.objects.remove([bad.objectKey]);
    const id = await request(customerId, [good.photoId, bad.photoId]);
    const { body } = await world.call(customerId, 'GET', '/downloads');
    expect(body.items).toMatchObject([{ id, status: 'error', missing: ['lost.jpg'] }]);
    expect((await world.call(customerId, 'GET', `/downloads/${id}/url`)).status).toBe(404);
    await expect
      .poll(() => received.some((message) => 'key' in message && message.key === 'archive-error'))
      .toBe(true);
  });

  test('waits while the database’s disk is full, even at its last attempt, and is made when there is room', async () => {
    const customerId = newCustomerId();
    const { photoId } = await world.add(customerId, 'a.jpg');
    await sql`create function refuse() returns trigger language plpgsql
      as $$ begin raise 'no space left on device' using errcode = 'disk_full'; end $$`.execute(world.db);
    await sql`create trigger full_disk before update on downloads for each row
      when (new.status = 'finished') execute function refuse()`.execute(world.db);
    const downloadId = randomUUID();
    await world.call(customerId, 'POST', '/downloads', { id: downloadId, name: 'Summer', photos: [photoId] });
    const ref = { customerId, downloadId };
    const lastAttempt = world.run('lay-out-download', ref, { attempt: 8, maxAttempts: 8 });
    await expect(lastAttempt).rejects.toMatchObject({ code: '53100' });
    expect(await statusOf(customerId, downloadId)).toBe('started');
    await sql`drop function refuse cascade`.execute(world.db);
    await world.run('lay-out-download', ref);
    expect(await statusOf(customerId, downloadId)).toBe('finished');
  });

  test('that fails or breaks off is logged without the names of photos', async () => {
    const customerId = newCustomerId();
    const photo = await world.add(customerId, 'diary.jpg');
    const id = await request(customerId, [photo.photoId]);
    const url = await urlOf(customerId, id);
    await world.objects.remove([photo.objectKey]);
    await world.objects.putBytes(photo.objectKey, photo.content.subarray(9));
    await fetch(url)
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
    await expect.poll(world.logged).toContain('an answer broke off');
    await request(customerId, [photo.photoId], id);
    expect(world.logged()).toContain('an archive cannot be made');
    expect(world.logged()).toContain(photo.objectKey);
    expect(world.logged()).not.toContain('diary.jpg');
  });

  test('that loses a photo is deleted with it, including its earlier URL', async () => {
    const customerId = newCustomerId();
    const [stored, deleted] = [
      await world.add(customerId, 'stored.jpg'),
      await world.add(customerId, 'deleted.jpg'),
    ];
    const id = await request(customerId, [stored.photoId, deleted.photoId]);
    const url = await urlOf(customerId, id);
    await world.db
      .deleteFrom('photos')
      .where('user_id', '=', customerId)
      .where('id', '=', deleted.photoId)
      .execute();
    expect((await fetch(url)).status).toBe(404);
    expect((await world.call(customerId, 'GET', `/downloads/${id}/url`)).status).toBe(404);
    const { body } = await world.call(customerId, 'GET', '/downloads');
    expect(body.items).toMatchObject([{ status: 'error', missing: ['deleted.jpg'] }]);
  });

  test('that loses a photo tells which others can be downloaded anew', async () => {
    const customerId = newCustomerId();
    const photos = [];
    for (const name of ['one.jpg', 'two.jpg', 'deleted.jpg', 'lost.jpg'])
      photos.push(await world.add(customerId, name));
    const [one, two, deleted, lost] = photos.map(({ photoId }) => photoId) as [
      string,
      string,
      string,
      string,
    ];
    const first = await request(customerId, [one, two, deleted]);
    const second = await request(customerId, [one, lost]);
    await request(customerId, [deleted]);
    await world.db.deleteFrom('photos').where('id', '=', deleted).execute();
    await world.objects.remove([photos[3]?.objectKey ?? '']);
    expect((await world.call(customerId, 'GET', `/downloads/${second}/url`)).status).toBe(404);
    const { body } = await world.call(customerId, 'GET', '/downloads');
    const availableOf = (id: string) => body.items.find((item) => item.id === id)?.available;
    expect(availableOf(first)).toEqual([one, two].map((photoId) => ({ photoId, ownerId: customerId })));
    expect(availableOf(second)).toEqual([{ photoId: one, ownerId: customerId }]);
    expect(body.items.filter(({ available }) => available)).toHaveLength(2);
    const anew = await request(customerId, [one, two]);
    expect(await statusOf(customerId, anew)).toBe('finished');
  });

  test('of somebody else’s photos is answered like one of nonexistent photos', async () => {
    const [anna, noah] = [newCustomerId(), newCustomerId()];
    const [hers, his] = [await world.add(anna, 'hers.jpg'), await world.add(noah, 'his.jpg')];
    for (const photos of [[hers.photoId], [randomUUID()], [his.photoId, hers.photoId]]) {
      const body = { id: randomUUID(), name: 'x', photos };
      expect((await world.call(noah, 'POST', '/downloads', body)).status).toBe(404);
    }
    const id = await request(anna, [hers.photoId]);
    expect((await world.call(noah, 'GET', `/downloads/${id}/url`)).status).toBe(404);
    const forged = (await urlOf(anna, id)).replace(anna, noah);
    expect((await fetch(forged)).status).toBe(404);
  });

  test('is had by its signed address alone, for two days', async () => {
    const anna = newCustomerId();
    const { photoId } = await world.add(anna, 'hers.jpg');
    const url = await urlOf(anna, await request(anna, [photoId]));
    expect((await fetch(url)).status).toBe(200);
    for (const unproven of unprovenAddressesOf(url))
      expect((await fetch(unproven)).status, unproven).toBe(404);
    const { now } = world.clock;
    world.clock.now = new Date(now.getTime() + 2 * DAY_MS);
    expect((await fetch(url)).status).toBe(404);
    world.clock.now = now;
  });

  test('has 1 to 100 photos [DWN-11]', async () => {
    const customerId = newCustomerId();
    const ask = (photos: string[]) =>
      world.call(customerId, 'POST', '/downloads', { id: randomUUID(), name: 'x', photos });
    expect((await ask([])).status).toBe(400);
    expect((await ask(Array.from({ length: 101 }, () => randomUUID()))).status).toBe(400);
    expect((await ask(Array.from({ length: 100 }, () => randomUUID()))).status).toBe(404);
  });

  test('is reported as failed as soon as the list is read, if its photos were deleted', async () => {
    const customerId = newCustomerId();
    const { photoId } = await world.add(customerId, 'gone.jpg');
    const id = await request(customerId, [photoId]);
    await world.db.deleteFrom('photos').where('user_id', '=', customerId).execute();
    const { body } = await world.call(customerId, 'GET', '/downloads');
    expect(body.items).toMatchObject([{ id, status: 'error', missing: ['gone.jpg'] }]);
  });

  test('fails, naming the photo, if an original is lost after completion, and is retried on request', async () => {
    const customerId = newCustomerId();
    const [stored, lost] = [
      await world.add(customerId, 'stored.jpg'),
      await world.add(customerId, 'lost.jpg'),
    ];
    const photos = [stored.photoId, lost.photoId];
    const id = await request(customerId, photos);
    await world.objects.remove([lost.objectKey]);
    expect((await world.call(customerId, 'GET', `/downloads/${id}/url`)).status).toBe(404);
    const { body } = await world.call(customerId, 'GET', '/downloads');
    expect(body.items).toMatchObject([{ status: 'error', missing: ['lost.jpg'] }]);
    await world.objects.putBytes(lost.objectKey, lost.content);
    await request(customerId, photos, id);
    expect(await statusOf(customerId, id)).toBe('finished');
    const others = { id, name: 'Summer', photos: [stored.photoId] };
    expect((await world.call(customerId, 'POST', '/downloads', others)).status).toBe(409);
  });

  test('fails, naming the photo, while an original is known to be damaged, also if that is found after completion', async () => {
    const customerId = newCustomerId();
    const [stored, bad] = [
      await world.add(customerId, 'stored.jpg'),
      await world.add(customerId, 'damaged.jpg'),
    ];
    const note = (isDamaged: boolean) =>
      world.db.updateTable('photos').set({ is_damaged: isDamaged }).where('id', '=', bad.photoId).execute();
    const photos = [stored.photoId, bad.photoId];
    const id = await request(customerId, photos);
    const url = await urlOf(customerId, id);
    await note(true);
    expect((await fetch(url)).status).toBe(404);
    const { body } = await world.call(customerId, 'GET', '/downloads');
    expect(body.items).toMatchObject([{ status: 'error', missing: ['damaged.jpg'] }]);
    await request(customerId, photos, id);
    expect(await statusOf(customerId, id)).toBe('error');
    await note(false);
    await request(customerId, photos, id);
    expect(await statusOf(customerId, id)).toBe('finished');
  });

  test('has a storable and printable name', async () => {
    const customerId = newCustomerId();
    const { photoId } = await world.add(customerId, 'a.jpg');
    for (const name of ['a\u0000b', '\ud800', '', 'x'.repeat(256)]) {
      const requested = { id: randomUUID(), name, photos: [photoId] };
      expect((await world.call(customerId, 'POST', '/downloads', requested)).status).toBe(400);
    }
  });

  test('is limited to 30 an hour, however many are requested at once', async () => {
    const customerId = newCustomerId();
    const { photoId } = await world.add(customerId, 'a.jpg');
    const ask = () =>
      world.call(customerId, 'POST', '/downloads', { id: randomUUID(), name: 'x', photos: [photoId] });
    const answers = await Promise.all(Array.from({ length: 36 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  test('is limited to 30 an hour, and available for 7 days', async () => {
    const customerId = newCustomerId();
    const { photoId } = await world.add(customerId, 'a.jpg');
    const id = await request(customerId, [photoId]);
    for (let more = 1; more < 30; more++) await request(customerId, [photoId]);
    const oneMore = { id: randomUUID(), name: 'x', photos: [photoId] };
    expect((await world.call(customerId, 'POST', '/downloads', oneMore)).status).toBe(429);
    const now = world.clock.now;
    world.clock.now = new Date(now.getTime() + 7 * 86_400_000);
    expect((await world.call(customerId, 'GET', `/downloads/${id}/url`)).status).toBe(404);
    expect((await world.call(customerId, 'GET', '/downloads')).body.items).toEqual([]);
    world.clock.now = now;
  });
});

describe('a download out of a shared album', () => {
  test('contains photos of several owners, as long as they are visible [DWN-18]', async () => {
    const [owner, participant, albumId] = [newCustomerId(), newCustomerId(), newCustomerId()];
    const [hers, his] = [await world.add(owner, 'hers.jpg'), await world.add(participant, 'his.jpg')];
    const photos = [
      { photoId: hers.photoId, ownerId: owner },
      { photoId: his.photoId, ownerId: participant },
    ];
    const ask = () => world.call(participant, 'POST', '/shared-album-downloads', { albumId, photos });
    expect((await ask()).status).toBe(404);
    world.shared.find = async (customerId) => (customerId === participant ? 'Wedding' : null);
    const { body } = await ask();
    await expect.poll(() => statusOf(participant, body.id)).toBe('finished');
    const url = await urlOf(participant, body.id);
    expect(Object.keys(await unzip(Buffer.from(await (await fetch(url)).arrayBuffer())))).toEqual([
      'hers.jpg',
      'his.jpg',
    ]);
    world.shared.find = async () => null;
    expect(await statusOf(participant, body.id)).toBe('error');
    expect((await fetch(url)).status).toBe(404);
  });
});
