import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino from 'pino';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { startInstallation } from '../testing/start-installation.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { loadDemo } from './load-demo.ts';

/** Drawing the photos takes a minute: these differ only behind their end. */
vi.mock(import('./photos/start-renderer.ts'), () => ({
  startRenderer() {
    const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: '#486' } })
      .jpeg()
      .toBuffer();
    return {
      render: async ({ fileName }) => Buffer.concat([await plain, Buffer.from(fileName)]),
      [Symbol.asyncDispose]: async () => undefined,
    };
  },
}));

test('nobody finds an empty account once its first parts are there', { timeout: 120_000 }, async () => {
  const installation = await startInstallation({ identity: 'embedded', roles: ['web'] });
  const [node] = installation.nodes;
  if (!node?.identity) throw new Error('There is no node');
  const { db } = node.connection;
  const earlier: CustomerId[] = [];
  const app = {
    ...node,
    identity: node.identity,
    keepLegacyUpload: async ({ customerId }: { customerId: CustomerId }) => earlier.push(customerId),
  };
  const demo = loadDemo({ app, log: pino({ level: 'silent' }), clock: systemClock });
  onTestFinished(async () => {
    await demo.stop();
    await installation.stop();
  });
  expect(await demo.firstParts).toBe(true);
  const count = async (table: 'photos' | 'orders', customerId: CustomerId) => {
    const { rows } = await sql`select from ${sql.table(table)} where user_id = ${customerId}`.execute(db);
    return rows.length;
  };
  const marks = (await db.selectFrom('demo_marks').select('name').execute()).map(({ name }) => name);
  expect(marks).not.toContain('demo-loaded');
  for (const { id, photos, legacyUploads } of DEMO_CUSTOMERS) {
    expect(await count('photos', id)).toBeGreaterThanOrEqual(Math.min(photos, 80));
    expect(earlier.filter((customerId) => customerId === id)).toHaveLength(legacyUploads);
  }
  const [anna, , studio] = DEMO_CUSTOMERS;
  expect(await count('orders', anna.id)).toBeGreaterThan(5);
  expect(await count('orders', studio.id)).toBeGreaterThan(0);
  await demo.stop();
  expect(await demo.isWhole).toBe(false);
});
