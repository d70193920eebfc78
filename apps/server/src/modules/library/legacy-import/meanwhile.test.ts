import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { type ActivationWorld, startActivationWorld } from './activation.fixture.ts';

/** What customers and machines do during an import, with real workers. */
let world: ActivationWorld;
beforeAll(async () => {
  world = await startActivationWorld('all');
});
afterAll(() => world.stop());

const PATIENCE = { timeout: 60_000, interval: 100 };

async function begin(photos: number) {
  const customer = newCustomerId();
  await world.addPhotos(customer, photos);
  await world.activate(customer);
  return customer;
}

async function countImported(customer: CustomerId): Promise<number> {
  const { progress, lastImport } = await world.status(customer);
  return (progress ?? lastImport)?.imported ?? 0;
}

const waitFor = async (customer: CustomerId, imported: number) =>
  await expect.poll(() => countImported(customer), PATIENCE).toBeGreaterThanOrEqual(imported);
const waitForEnd = async (customer: CustomerId) =>
  await expect.poll(async () => (await world.status(customer)).status, PATIENCE).toBe('ACTIVE');

async function expectClean() {
  const { databaseUrl } = world.installation;
  const audit = async () => (await auditStorage({ databaseUrl, objects: world.objects })).findings;
  // Objects of deleted photos are removed by separate jobs.
  await expect.poll(audit, PATIENCE).toEqual([]);
}

test('photos deleted during the import stay deleted', { timeout: 90_000 }, async () => {
  const customer = await begin(60);
  await waitFor(customer, 10);
  const photoIds = (await world.photos(customer)).map(({ imageId }) => imageId);
  await world.call(customer, 'DELETE', '/photo-management/photos', { photoIds });
  await waitForEnd(customer);
  const left = (await world.photos(customer)).map(({ imageId }) => imageId);
  expect(left).toHaveLength(60 - photoIds.length);
  expect(left.filter((id) => photoIds.includes(id))).toEqual([]);
  await expectClean();
});

test('what existed when the whole library was deleted is gone, what came later stays [ACT-01]', {
  timeout: 90_000,
}, async () => {
  const customer = await begin(60);
  await waitFor(customer, 10);
  await world.call(customer, 'DELETE', '/photo-management/photos/all');
  const seen = new Set((await world.photos(customer)).map(({ imageId }) => imageId));
  // The import waits for the deletion for a while; the test does not.
  await expect.poll(async () => (await world.status(customer)).status, PATIENCE).not.toBe('DELETING');
  await world.run(customer);
  await waitForEnd(customer);
  const { rows } = await world.query<{ id: string; state: string }>(
    `select upload.id, case when photo.id is null then 'deleted' else 'there' end as state
     from legacy_uploads as upload left join photos as photo
       on photo.user_id = upload.user_id and photo.id = upload.photo_id
     where upload.user_id = $1 and upload.state = 'imported'`,
    [customer],
  );
  expect(rows).toHaveLength(60);
  const left = rows.filter(({ state }) => state === 'there').length;
  expect(left).toBe((await world.photos(customer)).length);
  expect(left).toBeGreaterThan(0);
  expect(60 - left).toBeGreaterThanOrEqual(10);
  expect(seen.size).toBeGreaterThan(0);
  await expectClean();
});

test('nothing more is imported for a customer who closed the account', { timeout: 90_000 }, async () => {
  const customer = await begin(60);
  await waitFor(customer, 5);
  await world.query(
    `insert into customers (user_id, email, name, channel, identity_type, registered_at, deleted_at)
     values ($1, $2, 'x', 'pennyfern', 'consumer', now(), now())`,
    [customer, `${customer}@example.com`],
  );
  const ended = async () =>
    (await world.query('select from library_imports where user_id = $1 and ended_at is not null', [customer]))
      .rowCount;
  await expect.poll(ended, PATIENCE).toBe(1);
  expect(await countImported(customer)).toBeLessThan(60);
  await expectClean();
});

test('a database restart in the middle loses and duplicates nothing', {
  timeout: 120_000,
}, async () => {
  const customer = await begin(80);
  await waitFor(customer, 10);
  await cutDatabase(customer);
  // The job of the disconnected worker becomes free for others after a while; the test stands in for such another.
  const runs = () =>
    world.run(customer).then(
      () => true,
      () => false,
    );
  await expect.poll(runs, PATIENCE).toBe(true);
  await waitForEnd(customer);
  expect(await world.photos(customer)).toHaveLength(80);
  expect(await countImported(customer)).toBe(80);
  await expectClean();
});

/** Closes all connections and refuses new ones until the node has noticed, as in a restart. */
async function cutDatabase(customer: CustomerId) {
  const name = new URL(world.installation.databaseUrl).pathname.slice(1);
  const operator = new pg.Client({ connectionString: inject('postgresUrl') });
  await operator.connect();
  await operator.query(`alter database ${name} allow_connections false`);
  await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const requested = async () => (await world.call(customer, 'GET', '/photo-management/users')).status;
  await expect.poll(requested, PATIENCE).toBeGreaterThanOrEqual(500);
  await operator.query(`alter database ${name} allow_connections true`);
  await operator.end();
}
