import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskRoom } from '../../../platform/disk-room.ts';
import { type ExportsWorld, startExports } from './exports.fixture.ts';

let world: ExportsWorld;
beforeAll(async () => {
  // More than any disk has.
  world = await startExports({ room: createDiskRoom({ folders: [tmpdir()], reserveBytes: 1e18 }) });
});
afterAll(() => world.stop());

test('an export waits while the disk is full, and does not fail at its last attempt', async () => {
  const customerId = await world.addCustomer();
  await world.add(customerId);
  const { body } = await world.call(customerId, 'POST', '/backups', { channel: 'pennyfern' });
  const task = world.tasks.find(({ name }) => name === 'lay-out-export');
  const payload = { customerId, exportId: body.backupId };
  const planning = task?.handle(payload, { attempt: 8, maxAttempts: 8 });
  await expect(planning).rejects.toMatchObject({ code: 'ENOSPC' });
  expect((await world.call(customerId, 'GET', `/backups/${body.backupId}`)).body.status).toBe('IN_PROGRESS');
});
