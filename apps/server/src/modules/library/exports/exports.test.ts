import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unprovenAddressesOf } from '../../../platform/testing/unproven-addresses.ts';
import { type ExportsWorld, startExports } from './exports.fixture.ts';

const DAY_MS = 86_400_000;
let world: ExportsWorld;
beforeAll(async () => {
  world = await startExports();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.now = new Date('2026-06-15T10:00:00Z');
});

const request = (customerId: CustomerId, channel = 'pennyfern') =>
  world.call(customerId, 'POST', '/backups', { channel });
const read = (customerId: CustomerId, id: string) => world.call(customerId, 'GET', `/backups/${id}`);
const urlOf = (customerId: CustomerId, id: string, iteration: number | string = 0) =>
  world.call(customerId, 'GET', `/backups/${id}/chunks/${iteration}/url`);

describe('an export', () => {
  test('is requested, made by a job and ready with its chunks [EXP-26, EXP-27, EXP-28, EXP-30, EXP-31]', async () => {
    const customerId = await world.addCustomer();
    await world.add(customerId);
    const requested = await request(customerId);
    expect(requested).toEqual({
      status: 200,
      body: { status: 'REQUESTED', backupId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    const { backupId } = requested.body;
    expect((await read(customerId, backupId)).body).toEqual(requested.body);
    expect((await urlOf(customerId, backupId)).status).toBe(409);
    await world.work();
    const { body } = await read(customerId, backupId);
    expect(body).toEqual({
      status: 'READY',
      backupId,
      chunks: [{ iteration: 0, size: expect.any(Number) }],
      created: '2026-06-15T10:00:00.000Z',
      updated: '2026-06-15T10:00:00.000Z',
      missing: 0,
    });
    const { bytes, answer } = await world.download(customerId, backupId, 0);
    expect(bytes).toBe(body.chunks[0]?.size);
    expect(answer.headers.get('content-length')).toBe(String(bytes));
    expect(answer.headers.get('content-disposition')).toContain('My Photos export (1 of 1).zip');
  });

  test('requested while one is made is that one, also simultaneously', async () => {
    const customerId = await world.addCustomer();
    await world.add(customerId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(customerId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.backupId)).size).toBe(1);
    await world.db
      .updateTable('photo_exports')
      .set({ status: 'IN_PROGRESS' })
      .where('user_id', '=', customerId)
      .execute();
    expect((await request(customerId)).body).toEqual({ ...answers[0]?.body, status: 'IN_PROGRESS' });
  });

  test('is listed with what is inside: photos, size and the last pictures, none while the library is hidden', async () => {
    const customerId = await world.addCustomer();
    const list = async () => (await world.call(customerId, 'GET', '/backups')).body.items;
    const photoIds: string[] = [];
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) {
      photoIds.push((await world.add(customerId, { name })).photoId);
      world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    }
    await world.showThumbnails(photoIds);
    await request(customerId);
    expect(await list()).toMatchObject([{ status: 'REQUESTED', photosCount: 4 }]);
    await world.work();
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    await world.showThumbnails([(await world.add(customerId, { name: 'e.jpg' })).photoId]);
    const [ready] = await list();
    expect(ready).toMatchObject({ status: 'READY', photosCount: 4 });
    const { chunks } = (await read(customerId, ready?.backupId ?? '')).body;
    expect(ready?.bytes).toBe(chunks.reduce((sum, { size }) => sum + size, 0));
    expect(ready?.pictures).toEqual(photoIds.toReversed().slice(0, 3));
    world.hidden.add(customerId);
    expect((await list())[0]?.pictures).toEqual([]);
  });

  test('of a library unchanged since is ready at once [EXP-10]', async () => {
    const customerId = await world.addCustomer();
    const { photoId } = await world.add(customerId);
    const { backupId } = await world.makeReady(customerId);
    expect((await request(customerId)).body).toMatchObject({ status: 'READY', backupId });
    await world.addAlbum(customerId, 'New', [photoId]);
    const other = (await request(customerId)).body;
    expect(other.status).toBe('REQUESTED');
    expect(other.backupId).not.toBe(backupId);
  });

  test('is not refused for what was requested while the clock was nine days ahead, nor answered with that', async () => {
    const customerId = await world.addCustomer();
    const right = world.clock.now;
    world.clock.now = new Date(right.getTime() + 9 * DAY_MS);
    const made: string[] = [];
    for (let time = 0; time < 2; time++) {
      await world.add(customerId);
      made.push((await request(customerId)).body.backupId);
      await world.work();
    }
    world.clock.now = right;
    const { status, body } = await request(customerId);
    expect(status).toBe(200);
    expect(made).not.toContain(body.backupId);
    await world.work();
  });

  test('is limited to two a day, not counting failed and automatic ones', async () => {
    const customerId = await world.addCustomer();
    const change = () => world.add(customerId);
    await world.db
      .transaction()
      .execute((trx) => world.requestExport(trx, { customerId, channel: 'pennyfern', reason: 'retention' }));
    await world.work();
    for (let time = 0; time < 2; time++) {
      await change();
      expect((await request(customerId)).status).toBe(200);
      await world.work();
    }
    await change();
    const refused = await request(customerId);
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests']);
    await world.db
      .updateTable('photo_exports')
      .set({ status: 'FAILED' })
      .where('user_id', '=', customerId)
      .execute();
    expect((await request(customerId)).status).toBe(200);
    await world.work();
    world.clock.now = new Date(world.clock.now.getTime() + DAY_MS);
    await change();
    expect((await request(customerId)).status).toBe(200);
    await world.work();
  });

  test('can be downloaded for 7 days, and then expires [EXP-20]', async () => {
    const customerId = await world.addCustomer();
    await world.add(customerId);
    const { backupId } = await world.makeReady(customerId);
    const now = world.clock.now;
    world.clock.now = new Date(now.getTime() + 7 * DAY_MS - 1);
    const { body } = await urlOf(customerId, backupId);
    expect((await fetch(world.address + body.url)).status).toBe(200);
    world.clock.now = new Date(now.getTime() + 7 * DAY_MS);
    expect((await read(customerId, backupId)).status).toBe(404);
    expect((await urlOf(customerId, backupId)).status).toBe(404);
    expect((await fetch(world.address + body.url)).status).toBe(404);
    await world.run('check-exports');
    const left = await world.db
      .selectFrom('photo_export_chunks')
      .select('iteration')
      .where('user_id', '=', customerId)
      .execute();
    expect(left).toEqual([]);
  });

  test('is in the list until it expires, and only for its customer', async () => {
    const [customerId, other] = [await world.addCustomer(), await world.addCustomer()];
    const list = async (whose: CustomerId) => (await world.call(whose, 'GET', '/backups')).body.items;
    const { backupId } = (await request(customerId)).body;
    const times = { created: world.clock.now.toISOString(), updated: world.clock.now.toISOString() };
    const empty = { photosCount: 0, pictures: [] };
    expect(await list(customerId)).toEqual([{ backupId, status: 'REQUESTED', ...times, ...empty }]);
    await world.work();
    const bytes = expect.any(Number);
    expect(await list(customerId)).toEqual([{ backupId, status: 'READY', ...times, ...empty, bytes }]);
    expect(await list(other)).toEqual([]);
    const now = world.clock.now;
    world.clock.now = new Date(now.getTime() + 7 * DAY_MS);
    expect(await list(customerId)).toEqual([]);
    world.clock.now = now;
  });

  test('pushes to open screens when it is begun, and when it is ready', async () => {
    const customerId = await world.addCustomer();
    const received = await world.listen(customerId);
    await request(customerId);
    await world.work();
    await expect
      .poll(() => received.map((message) => 'type' in message && message.type))
      .toEqual(['exports-changed', 'exports-changed']);
  });

  test('of an empty library is a zip that says so', async () => {
    const customerId = await world.addCustomer();
    const { status, chunks } = await world.makeReady(customerId);
    expect([status, chunks.length]).toEqual(['READY', 1]);
  });

  test('of somebody else is answered like a nonexistent one', async () => {
    const [anna, noah] = [await world.addCustomer(), await world.addCustomer()];
    await world.add(anna);
    const { backupId } = await world.makeReady(anna);
    for (const id of [backupId, randomUUID()]) {
      expect((await read(noah, id)).status).toBe(404);
      expect((await urlOf(noah, id)).status).toBe(404);
    }
    const { url } = (await urlOf(anna, backupId)).body;
    for (const forged of [
      url.replace(anna, noah),
      url.replace('/0/', '/1/'),
      url.replace('/export-', '/0/export-'),
      ...unprovenAddressesOf(url),
    ])
      expect((await fetch(world.address + forged)).status, forged).toBe(404);
    expect((await fetch(world.address + url)).status).toBe(200);
    world.clock.now = new Date(world.clock.now.getTime() + 2 * DAY_MS);
    expect((await fetch(world.address + url)).status).toBe(404);
  });

  test.each(['1', '-1', '1e3', '99999999', 'x'])('has no chunk %s', async (iteration) => {
    const customerId = await world.addCustomer();
    const { backupId } = await world.makeReady(customerId);
    expect([400, 404]).toContain((await urlOf(customerId, backupId, iteration)).status);
  });

  test('needs an existing channel', async () => {
    const customerId = await world.addCustomer();
    expect((await request(customerId, 'nobody')).status).toBe(400);
    expect((await request(customerId, '')).status).toBe(400);
    expect((await world.call(customerId, 'POST', '/backups', {})).status).toBe(400);
    expect((await request(customerId, 'Bildersonn')).status).toBe(200);
  });
});

describe('the mail of an export', () => {
  const mailsTo = async (email: string) =>
    (await world.mails()).filter(({ recipient }) => recipient === email);

  test.each([
    ['pennyfern', 'Your photo export is ready', '22 June 2026'],
    ['bildersonn', 'Ihr Foto-Export ist fertig', '22. Juni 2026'],
    ['kiekhof', 'De export van je foto’s is klaar', '22 juni 2026'],
    ['cliclune', 'L’export de vos photos est prêt', '22 juin 2026'],
    ['stundbo', 'Din fotoexport är klar', '22 juni 2026'],
  ])('is in the language of %s, with the link to its page [EXP-04]', async (channel, subject, date) => {
    world.clock.now = new Date('2026-06-15T10:00:00Z');
    const email = `${channel}.${randomUUID()}@example.com`;
    const customerId = await world.addCustomer({ channel, email });
    await request(customerId, channel);
    await world.work();
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(subject);
    expect(mail?.text_body).toContain(date);
    const { id } = await world.db
      .selectFrom('photo_exports')
      .select('id')
      .where('user_id', '=', customerId)
      .executeTakeFirstOrThrow();
    for (const body of [mail?.text_body, mail?.html_body])
      expect(body).toContain(`https://photos.example/my-photos/exports/${id}`);
  });

  test('says why, if it was made before the storage ends', async () => {
    const email = `${randomUUID()}@example.com`;
    const customerId = await world.addCustomer({ email });
    const wanted = { customerId, channel: 'pennyfern', reason: 'retention' } as const;
    await world.db.transaction().execute((trx) => world.requestExport(trx, wanted));
    await world.work();
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain('Your photos are ready to download');
    expect(mail?.text_body).toContain('The storage period of your photos is about to end');
  });

  test('is not sent to a deleted customer', async () => {
    const customerId = await world.addCustomer();
    await world.db.deleteFrom('customers').where('user_id', '=', customerId).execute();
    const before = (await world.mails()).length;
    expect((await world.makeReady(customerId)).status).toBe('READY');
    expect(await world.mails()).toHaveLength(before);
  });

  test('reports a final failure once, and another export can be requested', async () => {
    const email = `${randomUUID()}@example.com`;
    const customerId = await world.addCustomer({ email });
    const { backupId } = (await request(customerId)).body;
    // A part of the export that cannot be read: every attempt fails.
    await world.db.schema.alterTable('photo_export_chunks').renameTo('away').execute();
    const ref = { customerId, exportId: backupId };
    const attempt = (number: number) => world.run('lay-out-export', ref, { attempt: number, maxAttempts: 2 });
    await expect(attempt(1)).rejects.toThrow('photo_export_chunks');
    expect((await read(customerId, backupId)).body.status).toBe('IN_PROGRESS');
    await attempt(2);
    await world.db.schema.alterTable('away').renameTo('photo_export_chunks').execute();
    await attempt(2);
    expect((await read(customerId, backupId)).body).toEqual({ status: 'FAILED', backupId });
    await world.work();
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('could not be created')]);
    expect(mails[0]?.text_body).toContain('https://photos.example/my-photos/photos');
    expect((await request(customerId)).body.status).toBe('REQUESTED');
    await world.work();
  });
});

describe('the housekeeping', () => {
  test('gives an export whose job was lost another, and fails one that took more than 48 hours', async () => {
    const [lost, late] = [await world.addCustomer(), await world.addCustomer()];
    const ids = { lost: (await request(lost)).body.backupId, late: (await request(late)).body.backupId };
    const old = new Date(world.clock.now.getTime() - 48 * 3_600_000 - 1);
    await world.db.updateTable('photo_exports').set({ created_at: old }).where('id', '=', ids.late).execute();
    await world.deleteJobs();
    await world.run('check-exports');
    expect((await read(late, ids.late)).body.status).toBe('FAILED');
    expect((await read(lost, ids.lost)).body.status).toBe('REQUESTED');
    await world.work();
    expect((await read(lost, ids.lost)).body.status).toBe('READY');
  });
});
