import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MyDataArchive } from '@keepsake/contracts/account/my-data';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { saveMeasures } from '../modules/library/measures/index.ts';
import { testZip } from '../platform/archive/testing/zip-tools.ts';
import type { Database } from '../platform/database/database.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { createCall } from '../testing/call-api.ts';
import { addCustomer } from '../testing/customers.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { type OwnIds, seedAnna } from './two-customers.fixture.ts';

/** A whole node with a customer who has rows everywhere. */
let installation: Installation;
let anna: OwnIds;
let call: ReturnType<typeof createCall>;
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded' });
  call = createCall({ address: node().address, tokenFor: installation.tokenFor });
  const objects = await createObjectStore({ storageUrl: null, dataDir: node().dataDir });
  anna = await seedAnna({ db: node().connection.db, objects }, call);
  await addRest(node().connection.db, anna.customerId);
});
afterAll(() => installation.stop());

/** Rows of what no list shows. */
async function addRest(db: Database, customerId: CustomerId): Promise<void> {
  const [own, now] = [{ user_id: customerId }, new Date()];
  const factor = { account_id: customerId, added_at: now, last_step: 1, secret: 'sealed' };
  await db.insertInto('second_factors').values(factor).execute();
  const { text_digest: digest } = await db
    .selectFrom('newsletter_consents')
    .select('text_digest')
    .where('user_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const text = { digest, locale: 'en-GB', version: '1', text: 'Yes, write to me' };
  await db.insertInto('newsletter_texts').values(text).execute();
  await db
    .insertInto('library_imports')
    .values({ ...own, started_at: now, total: 3 })
    .execute();
  const deletion = { registered_at: now, due_at: now, projected_deletion_date: '2027-01-02' };
  await db
    .insertInto('storage_accounts')
    .values({ ...own, ...deletion })
    .execute();
  const measures = { dHash: 'a5'.repeat(16), pHash: 'f0'.repeat(8), sharpness: 120.25, sharpestPart: 400.5 };
  const light = { black: 12, white: 0, entropy: 7.31 };
  await saveMeasures(db, customerId, randomUUID(), { ...measures, ...light });
  const reminder = { deletion_date: '2027-01-02', reminder: 'one-day' as const, queued_at: now };
  await db
    .insertInto('storage_reminders')
    .values({ ...own, ...reminder })
    .execute();
  const returned = { email: 'old@example.com', returned_at: now };
  await db
    .insertInto('returned_mails')
    .values({ ...own, ...returned })
    .execute();
  const declared = {
    channel: 'pennyfern',
    declared_order: 'O-1',
    products: [],
    product_codes: [],
    declared_at: now,
  };
  const who = { id: randomUUID(), name: 'Anna', email: 'anna@example.com' };
  await db
    .insertInto('withdrawals')
    .values({ ...own, ...declared, ...who })
    .execute();
  const viewer = await addCustomer(db);
  const grant = { user_id: viewer, owner_id: customerId, album_id: anna.albumId, created_at: now };
  await db.insertInto('shared_album_grants').values(grant).execute();
}

const node = () => installation.nodes[0] as Installation['nodes'][number];
const files = () => node().personalData.flatMap(({ files = [] }) => files);
const PATH = '/customers/customers/me/mydata';

describe("all files of 'my data'", () => {
  test('have unique names', () => {
    const names = files().map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('have rows that match their schemas, and nothing that gives access', async () => {
    const empty = new Set(files().map(({ name }) => name));
    for (const file of files())
      for await (const row of file.read(anna.customerId)) {
        empty.delete(file.name);
        const { error } = z.safeParse(file.row, row);
        expect(error, file.name).toBeUndefined();
        expect(JSON.stringify(row), file.name).not.toMatch(
          /object_?key|password|token_?h|(photos|my-data)\/[0-9a-f]{8}-/i,
        );
      }
    expect([...empty]).toEqual([]);
  });

  test('come in one zip whose rows its own schemas describe', async () => {
    const body = { channel: 'pennyfern' };
    const requested = await call<MyDataArchive>(anna.customerId, 'POST', PATH, body);
    expect(requested.status).toBe(202);
    const { archiveId } = requested.body;
    const found = async () =>
      (await call<{ archive: MyDataArchive }>(anna.customerId, 'GET', PATH)).body.archive.status;
    await expect.poll(found, { timeout: 60_000, interval: 500 }).toBe('READY');
    const { url } = (await call<{ url: string }>(anna.customerId, 'GET', `${PATH}/${archiveId}/url`)).body;
    const zip = path.join(node().dataDir, 'my-data.zip');
    await writeFile(zip, new Uint8Array(await (await fetch(node().address + url)).arrayBuffer()));
    for (const tool of ['unzip', '7z'] as const) testZip(tool, zip);
    const script =
      'import sys,json,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n' +
      'print(json.dumps({n:json.loads(z.read(n)) for n in z.namelist() if n.endswith(".json")}))';
    const read = JSON.parse(
      execFileSync('python3', ['-c', script, zip], { encoding: 'utf8', maxBuffer: 1e9 }),
    ) as Record<string, unknown[] & Parameters<typeof z.fromJSONSchema>[0]>;
    for (const { name } of files()) {
      const schema = z.fromJSONSchema(read[`schemas/${name}.schema.json`] ?? {});
      expect(schema.safeParse(read[`${name}.json`]).error, name).toBeUndefined();
    }
    expect(read['photos.json']).toHaveLength(2);
    expect(read['addresses.json']).toHaveLength(1);
  });
});
