import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findInvoiceAddress } from '../modules/account/addresses/index.ts';
import { systemClock } from '../platform/clock.ts';
import { isDemoComing } from '../platform/marks.ts';
import { discardSecrets } from '../platform/secrets.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { loadDemo } from './load-demo.ts';

const MARKS = ['demo-albums-loaded', 'demo-earlier-loaded', 'demo-loaded', 'demo-made-at'];
const migration = path.join(import.meta.dirname, '../migrations/0029-demo-marks.sql');

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded', roles: ['web'] });
});
afterAll(() => installation.stop());

test('what was loaded stays as its customers left it, also after an upgrade and the loss of all secrets', async () => {
  const [node] = installation.nodes;
  if (!node?.identity) throw new Error('There is no node');
  const { db } = node.connection;
  // As an earlier release stored them.
  for (const name of MARKS) await db.insertInto('secrets').values({ name, value: 'yes' }).execute();
  await sql`drop table demo_marks`.execute(db);
  await sql.raw(await readFile(migration, 'utf8')).execute(db);
  const lost = { secretKeys: ['another-key-than-that-of-the-secrets'], dataDir: node.dataDir };
  await sql`update secrets set value = 'v1.00000000.lost'`.execute(db);
  expect(await discardSecrets(db, lost)).toContain('demo-shop-credential');

  const loaded: string[] = [];
  const uploads = {
    ...node.uploads,
    addFile: async (): Promise<never> => {
      loaded.push('a photo');
      throw new Error('Nothing is to be loaded');
    },
  };
  const keepLegacyUpload = async () => loaded.push('an earlier photo');
  const log = pino({ level: 'silent' });
  const app = { ...node, identity: node.identity, uploads, keepLegacyUpload };
  const demo = loadDemo({ app, log, clock: systemClock });
  const countAged = async () => {
    const { rows } = await sql`select from customers where registered_at < now() - interval '1 year'`.execute(
      db,
    );
    return rows.length;
  };
  await expect.poll(countAged, { timeout: 30_000 }).toBeGreaterThan(0);
  // Without an address its order files would be refused.
  const [, , studio] = DEMO_CUSTOMERS;
  const invoicedTo = () => findInvoiceAddress(db, studio.id);
  await expect.poll(invoicedTo, { timeout: 30_000 }).toMatchObject({ company: 'Studio Marlow Ltd' });
  await demo.firstParts;
  await demo.stop();
  const loadedBefore = loadDemo({ app, log, clock: systemClock, hasOrders: false });
  expect(await loadedBefore.firstParts).toBe(false);
  expect(await loadedBefore.isWhole).toBe(true);
  expect(await isDemoComing(db)).toBe(false);
  expect(loaded).toEqual([]);
});
