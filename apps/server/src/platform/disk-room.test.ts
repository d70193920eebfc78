import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { canMount, mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import { createDiskRoom, DiskFull, isDiskFull } from './disk-room.ts';

const MB = 1024 ** 2;
const RESERVE = 100 * MB;
const SOON = { timeout: 5_000, interval: 50 };

function openDisk(free: number) {
  const disk = mountSmallDisk(free) as SmallDisk;
  onTestFinished(disk.unmount);
  return { disk, room: createDiskRoom({ folders: [disk.folder, '/nowhere'], reserveBytes: RESERVE }) };
}

describe.skipIf(!canMount())('the room of a disk (skipped where no small one can be mounted)', () => {
  test('is the free space above the reserve, without what is promised to others and not written yet', async () => {
    const { room } = openDisk(RESERVE + 50 * MB);
    const first = await room.take(30 * MB);
    await expect(room.take(21 * MB)).rejects.toThrow(DiskFull);
    const [second, third] = await Promise.allSettled([room.take(15 * MB), room.take(15 * MB)]);
    expect([second.status, third.status]).toEqual(['fulfilled', 'rejected']);
    first[Symbol.dispose]();
    // Nothing was written, as the next measurement shows.
    await expect.poll(() => room.take(30 * MB).catch(() => null), SOON).not.toBeNull();
  });

  test('counts what is written between two measurements', async () => {
    const { room } = openDisk(RESERVE + 50 * MB);
    const { free } = await room.state();
    using taken = await room.take(10 * MB);
    taken.noteWritten(4 * MB);
    expect((await room.state()).free.bytes).toBe(free.bytes - 4 * MB);
  });

  test('refuses new bytes before the reserve, and accepts them again well above it', async () => {
    const { disk, room } = openDisk(RESERVE + 10 * MB);
    await expect(room.take(1)).rejects.toThrow(DiskFull);
    expect(await room.hasRoom('finishing')).toBe(true);
    disk.leave(RESERVE + 40 * MB);
    await expect.poll(room.state, SOON).toMatchObject({ free: { bytes: RESERVE + 40 * MB }, isFull: true });
    disk.leave(RESERVE + 70 * MB);
    await expect.poll(room.state, SOON).toMatchObject({ free: { bytes: RESERVE + 70 * MB }, isFull: false });
    await room.take(1);
  });

  test('completes saves with half of the reserve', async () => {
    const { room } = openDisk(RESERVE / 2 + 3 * MB);
    const taken = await room.take(2 * MB, 'finishing');
    await expect(room.take(2 * MB, 'finishing')).rejects.toThrow(DiskFull);
    taken[Symbol.dispose]();
  });

  test('limits the number of files as it does bytes: one is kept for each 16 kB', async () => {
    const { disk, room } = openDisk(10 * RESERVE);
    const stored = RESERVE / (16 * 1024);
    disk.leaveFiles(stored + 900);
    await expect.poll(room.state, SOON).toMatchObject({ free: { files: stored + 900 }, isFull: true });
    await expect(room.take(1)).rejects.toThrow(DiskFull);
    const finishing = await room.take(1, 'finishing');
    disk.leaveFiles(stored + 4_000);
    await expect.poll(room.state, SOON).toMatchObject({ free: { files: stored + 4_000 }, isFull: true });
    disk.leaveFiles(stored + 4_200);
    await expect.poll(room.state, SOON).toMatchObject({ isFull: false });
    await room.take(1);
    finishing[Symbol.dispose]();
    disk.leaveFiles(stored / 2);
    await expect.poll(() => room.hasRoom('finishing'), SOON).toBe(true);
    disk.leaveFiles(stored / 2 - 1);
    await expect.poll(() => room.hasRoom('finishing'), SOON).toBe(false);
  });
});

test('without a reserve the disk may be filled', async () => {
  const room = createDiskRoom({ folders: [tmpdir()], reserveBytes: 0 });
  await room.take(1e18);
  const { bavail, bsize } = await statfs(tmpdir());
  expect((await room.state()).free.bytes / (bavail * bsize)).toBeCloseTo(1, 1);
});

test.each([
  ['a disk', { code: 'ENOSPC' }, true],
  ['a disk quota', { code: 'EDQUOT' }, true],
  ['the database', { code: '53100' }, true],
  ['a bucket', { name: 'XMinioStorageFull', $metadata: { httpStatusCode: 507 } }, true],
  ['a bucket that is away', { $metadata: { httpStatusCode: 503 } }, false],
  ['a missing file', { code: 'ENOENT' }, false],
  ['nobody', undefined, false],
])('whether the disk is full is recognised in the error of %s', (_who, error, isFull) => {
  expect(isDiskFull(error)).toBe(isFull);
});
