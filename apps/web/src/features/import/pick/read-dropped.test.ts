import { expect, test } from 'vitest';
import { readDropped } from './read-dropped.ts';

const fileEntry = (name: string) =>
  ({
    isDirectory: false,
    file: (done: (file: File) => void) => done(new File(['x'], name)),
  }) as unknown as FileSystemEntry;

/** As in browsers, a reader gives no more than a hundred at a time. */
const folderEntry = (entries: FileSystemEntry[]) =>
  ({
    isDirectory: true,
    createReader() {
      const left = [...entries];
      return { readEntries: (done: (some: FileSystemEntry[]) => void) => done(left.splice(0, 100)) };
    },
  }) as unknown as FileSystemEntry;

test('[IMP-03] a dropped folder gives all files below it, in portions', async () => {
  const many = Array.from({ length: 450 }, (_, at) => fileEntry(`${at}.jpg`));
  const dropped = [fileEntry('first.jpg'), folderEntry([folderEntry(many), fileEntry('last.jpg')])];
  const portions = await Array.fromAsync(readDropped(dropped));
  expect(portions.map(({ length }) => length)).toEqual([200, 200, 52]);
  expect(portions.flat().at(-1)?.name).toBe('last.jpg');
});

test('an entry that cannot be read is left out', async () => {
  const broken = {
    isDirectory: false,
    file: (_done: unknown, fail: () => void) => fail(),
  } as unknown as FileSystemEntry;
  expect(await Array.fromAsync(readDropped([broken]))).toEqual([]);
});
