import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ExportSummary } from '@keepsake/contracts/library/exports';
import type { PhotoPage } from '@keepsake/contracts/library/photos';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { auditStorage, readEveryObject } from '../modules/library/storage-audit/index.ts';
import { openObjectStore } from '../platform/objects/removal-gate.ts';
import type { Session } from '../testing/recorded-folder.ts';
import { clientOf } from '../testing/upload-client.ts';
import { startUpgraded, type Upgraded } from './upgrade.fixture.ts';

/** Recordings of versions, which `npm run record-upgrade` makes. */
const RECORDINGS = path.join(import.meta.dirname, 'upgrades');
const versions = readdirSync(RECORDINGS);

test('there are recordings', () => expect(versions).toContain('40a6d462'));

describe.each(versions)('what version %s left', (version) => {
  let upgraded: Upgraded;
  beforeAll(async () => {
    upgraded = await startUpgraded(path.join(RECORDINGS, version));
  });
  afterAll(() => upgraded.stop());

  const anna = <Body>(method: string, address: string, body?: object) =>
    upgraded.call<Body>(upgraded.work.anna.customerId, method, address, body);
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  /** Hashes of the originals in Anna's library, once all of them can be displayed. */
  async function libraryOfAnna(): Promise<string[]> {
    const { body } = await anna<PhotoPage>('GET', '/photo-management/photos?limit=50');
    expect(new Set(body.images.map(({ thumbnailState }) => thumbnailState))).toEqual(new Set(['success']));
    const originals = body.images.map(async ({ untouchedUrl }) =>
      hashOf(await (await fetch(upgraded.address + untouchedUrl)).bytes()),
    );
    return (await Promise.all(originals)).toSorted();
  }

  test('photos that were saved are there, and those without thumbnails get them', async () => {
    await expect.poll(libraryOfAnna).toEqual(upgraded.work.anna.saved.toSorted());
  });

  test('an upload that was half sent goes on where it stopped', async () => {
    const { customerId, upload, saved } = upgraded.work.anna;
    const content = Buffer.from(upload.content, 'base64');
    const { offsetOf, patch, commit } = clientOf(
      upgraded.address,
      customerId,
      await upgraded.tokenFor(customerId),
    );
    expect(await offsetOf(upload.path)).toBe(upload.sent);
    const rest = Uint8Array.from(content.subarray(upload.sent));
    expect((await patch(upload.path, upload.sent, rest)).status).toBe(204);
    expect(await commit(upload.path)).toMatchObject({ status: 200 });
    await expect.poll(libraryOfAnna).toEqual([...saved, hashOf(content)].toSorted());
  });

  test('an export, a download and the archive of my data become ready', async () => {
    const exportsOf = async () =>
      (await anna<{ items: ExportSummary[] }>('GET', '/photo-exports/backups')).body.items;
    await expect.poll(exportsOf).toMatchObject([{ status: 'READY' }]);
    const { downloadId } = upgraded.work.anna;
    const url = () => anna<{ url: string }>('GET', `/downloads/downloads/${downloadId}/url`);
    await expect.poll(url).toMatchObject({ status: 200 });
    const zip = Buffer.from(await (await fetch(upgraded.address + (await url()).body.url)).bytes());
    expect(zip.toString('latin1').split('PK\x01\x02')).toHaveLength(1 + 3);
    await expect
      .poll(async () => (await anna('GET', '/customers/customers/me/mydata')).body)
      .toMatchObject({ archive: { status: 'READY' } });
  });

  test('links that were requested arrive, and work', async () => {
    const { db, work } = upgraded;
    const changed = await receiveMail(db, work.anna.newEmail, /Confirm/);
    expect(await press(work.anna, 'emailchanges', changed.link)).toBe(204);
    // Another address ends all sessions.
    expect(await accountOf(work.anna)).toMatchObject({ email: work.anna.newEmail });
    const closing = await receiveMail(db, work.dora.email, /want to delete/);
    expect(await press(work.dora, 'deleteaccount', closing.link)).toBe(204);
    expect(await accountOf(work.dora)).toMatchObject({ closed_at: expect.any(Date) });
  });

  const accountOf = ({ customerId }: Session) =>
    upgraded.db.selectFrom('accounts').selectAll().where('id', '=', customerId).executeTakeFirst();
  async function press(
    { customerId }: Upgraded['work']['dora'],
    what: string,
    link: string,
  ): Promise<number> {
    const token = new URL(link).searchParams.get('confirmation-token');
    const address = `/identity/v2/identities/consumer/${customerId}/${what}/${token}/actions/confirm`;
    return (await upgraded.call(customerId, 'POST', address)).status;
  }

  test('events and callbacks that could not be delivered are', async () => {
    await expect
      .poll(() => upgraded.shop.received.map(({ type }) => type).toSorted())
      .toEqual(['order.reorder', 'test', 'test']);
  });

  test('a library whose deletion was requested is empty', async () => {
    const read = () =>
      upgraded.call<PhotoPage>(upgraded.work.cleo.customerId, 'GET', '/photo-management/photos?limit=50');
    await expect.poll(async () => (await read()).body.images).toEqual([]);
  });

  test('a closed account is erased at the end of its grace', async () => {
    const { db, work } = upgraded;
    const { customerId } = work.ben;
    await sql`update account_closings set erase_at = now() where user_id = ${customerId}`.execute(db);
    await sql`update graphile_worker._private_jobs set run_at = now() where key = ${`erase-account:${customerId}`}`.execute(
      db,
    );
    const read = () =>
      db.selectFrom('customers').select('user_id').where('user_id', '=', customerId).execute();
    await expect.poll(read).toEqual([]);
  });

  test('every job is done at its first attempt, and the audit finds nothing', async () => {
    const { db, databaseUrl, config } = upgraded;
    const readJobs = async () =>
      (
        await sql`select task_identifier, last_error from graphile_worker.jobs
          where run_at <= now() or last_error is not null`.execute(db)
      ).rows;
    await expect.poll(readJobs).toEqual([]);
    const objects = await openObjectStore(config, db);
    expect(await auditStorage({ databaseUrl, objects })).toMatchObject({ photos: 5, findings: [] });
    expect(await readEveryObject({ db, objects })).toEqual([]);
    await objects.close();
  });
});
