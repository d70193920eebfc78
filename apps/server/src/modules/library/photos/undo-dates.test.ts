import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_MS, HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { startDates, type TestDates } from './dates.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

const MAY = '2023-05-12T08:00:00';

let api: TestDates;
beforeAll(async () => {
  api = await startDates();
});
afterAll(() => api.stop());

const remove = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'DELETE', '/photos', { photoIds });
const restore = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'POST', '/photos/deleted/restore', { photoIds });

describe('a change that is undone', () => {
  test('leaves nothing behind, also after another one, and repeating it does nothing', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, [MAY, null]);
    const first = (await api.set(customer, ids, '1974')).body.changeId;
    const second = (await api.set(customer, ids, '1975-02-03')).body.changeId;
    const third = (await api.reset(customer, ids)).body.changeId;
    expect((await api.undo(customer, third)).body).toEqual({ photosCount: 2 });
    expect(await api.datesOf(customer, ids)).toEqual(['1975-02-03T12:00:00.001', '1975-02-03T12:00:00']);
    expect((await api.detailsOf(customer, ids[0] ?? '')).corrected).toEqual({ recordedDate: MAY });
    expect((await api.undo(customer, second)).body).toEqual({ photosCount: 2 });
    expect((await api.get(customer, `/photos/${ids[0]}`)).body.datePrecision).toBe('year');
    expect((await api.undo(customer, first)).body).toEqual({ photosCount: 2 });
    expect((await api.undo(customer, first)).body).toEqual({ photosCount: 0 });
    expect(await api.datesOf(customer, ids)).toEqual([MAY, undefined]);
    expect(await api.detailsOf(customer, ids[0] ?? '')).not.toHaveProperty('corrected');
    expect(await api.monthsOf(customer)).toEqual({ 1970: { 1: 1 }, 2023: { 5: 1 } });
  });

  test('leaves photos whose dates were changed again, and those that were deleted', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, [MAY, MAY, MAY]);
    const { changeId } = (await api.shift(customer, ids, HOUR_SECONDS)).body;
    await api.set(customer, ids.slice(0, 1), '1974-08-02T10:00:00');
    await remove(customer, ids.slice(1, 2));
    expect((await api.undo(customer, changeId)).body).toEqual({ photosCount: 1 });
    await restore(customer, ids);
    expect(await api.datesOf(customer, ids)).toEqual(['1974-08-02T10:00:00', '2023-05-12T09:00:00', MAY]);
    expect((await api.undo(customer, changeId)).body).toEqual({ photosCount: 1 });
    expect(await api.monthsOf(customer)).toEqual({ 1974: { 8: 1 }, 2023: { 5: 2 } });
  });

  test('can be for thirty days, and is not found afterwards or by a name that nobody gave', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, [MAY]);
    const { changeId } = (await api.shift(customer, ids, HOUR_SECONDS)).body;
    const { now } = api.clock;
    try {
      api.clock.now = new Date(now.getTime() + 30 * DAY_MS);
      expect((await api.undo(customer, changeId)).status).toBe(404);
      api.clock.now = new Date(now.getTime() + 30 * DAY_MS - 1);
      expect((await api.undo(customer, changeId)).status).toBe(200);
    } finally {
      api.clock.now = now;
    }
    expect((await api.undo(customer, randomUUID())).status).toBe(404);
    expect((await api.undo(customer, 'one')).status).toBe(400);
  });
});

describe('a corrected photo that was deleted', () => {
  test('comes back with its correction and what the file says', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, [MAY]);
    const { changeId } = (await api.set(customer, ids, '1974')).body;
    await remove(customer, ids);
    expect((await api.shift(customer, ids, HOUR_SECONDS)).status).toBe(404);
    await restore(customer, ids);
    expect(await api.monthsOf(customer)).toEqual({ 1974: { 7: 1 } });
    expect((await api.detailsOf(customer, ids[0] ?? '')).corrected).toEqual({ recordedDate: MAY });
    expect((await api.undo(customer, changeId)).body).toEqual({ photosCount: 1 });
    expect(await api.datesOf(customer, ids)).toEqual([MAY]);
  });

  test('comes back with it by adding its file again', async () => {
    const customer = newCustomerId();
    const content = randomBytes(80);
    const { photoId } = await api.add(customer, { content, takenAt: MAY });
    await api.set(customer, [photoId], '1974');
    await remove(customer, [photoId]);
    await api.add(customer, { content, takenAt: MAY, restoreContent: api.photos.restoreContent });
    expect(await api.datesOf(customer, [photoId])).toEqual(['1974-07-01T12:00:00']);
  });

  test('passes it to the photo that stays in its place, unless that has its own', async () => {
    const customer = newCustomerId();
    const contents = [randomBytes(80), randomBytes(80), randomBytes(80)];
    const add = async () => {
      const ids: string[] = [];
      for (const content of contents) ids.push((await api.add(customer, { content, takenAt: MAY })).photoId);
      return ids;
    };
    const ids = await add();
    await api.set(customer, ids.slice(0, 2), '1974');
    await remove(customer, ids);
    const heirs = await add();
    await api.set(customer, heirs.slice(1, 2), '1980');
    await restore(customer, ids);
    expect(await api.datesOf(customer, heirs)).toEqual(['1974-07-01T12:00:00', '1980-07-01T12:00:00', MAY]);
    expect((await api.get(customer, `/photos/${heirs[0]}`)).body.datePrecision).toBe('year');
    expect((await api.detailsOf(customer, heirs[0] ?? '')).corrected).toEqual({ recordedDate: MAY });
    expect(await api.monthsOf(customer)).toEqual({ 1974: { 7: 1 }, 1980: { 7: 1 }, 2023: { 5: 1 } });
  });
});

test('kill -9 in the middle of a shift leaves every date, and the audit finds nothing', async () => {
  const customer = newCustomerId();
  const photoIds = await seedLibrary(api, { customerId: customer, photos: 400 });
  const before = await api.monthsOf(customer);
  const env = { DATABASE_URL: api.databaseUrl, USER_ID: customer, PHOTO_IDS: photoIds.join(',') };
  const script = path.join(import.meta.dirname, 'dates-worker.fixture.ts');
  const child = fork(script, { env: { ...process.env, ...env }, execArgv: [], stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await api.monthsOf(customer)).toEqual(before);
  const { rows } =
    await sql`select from photos where user_id = ${customer} and corrected_to is not null`.execute(api.db);
  expect(rows).toEqual([]);
  const { findings } = await auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects });
  expect(findings.filter((finding) => JSON.stringify(finding).includes(customer))).toEqual([]);
  expect((await api.shift(customer, photoIds, 24 * HOUR_SECONDS)).body.photosCount).toBe(400);
});

test('columns without rules let a node that knows no corrections add, decode and delete photos', async () => {
  const customer = newCustomerId();
  const [corrected = ''] = await api.addTaken(customer, [MAY]);
  await api.set(customer, [corrected], '1974');
  // As a node of 0.2.0 does, which names no column that it does not know.
  await sql`insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, created_at, created_order,
      upload_end)
    values (${customer}, ${randomUUID()}, ${randomUUID()}, 'b.jpg', 'jpeg', 4, ${randomBytes(32)}, 1, ${randomUUID()}, now(), now(),
      now())`.execute(api.db);
  await sql`update photos set width = 40, height = 30, is_described = true where user_id = ${customer}`.execute(
    api.db,
  );
  expect(await api.datesOf(customer, [corrected])).toEqual(['1974-07-01T12:00:00']);
  await sql`delete from photos where id = ${corrected}`.execute(api.db);
});
