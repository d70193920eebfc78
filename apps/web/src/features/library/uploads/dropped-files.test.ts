import { expect, test } from 'vitest';
import { folderOf, readDropped } from './dropped-files.ts';

const fileEntry = (name: string) =>
  ({
    isDirectory: false,
    file: (done: (file: File) => void) => done(new File(['x'], name)),
  }) as unknown as FileSystemEntry;

/** As in browsers, a reader returns at most a hundred entries at a time. */
const folderEntry = (name: string, entries: FileSystemEntry[]) =>
  ({
    name,
    isDirectory: true,
    createReader() {
      const left = [...entries];
      return { readEntries: (done: (some: FileSystemEntry[]) => void) => done(left.splice(0, 100)) };
    },
  }) as unknown as FileSystemEntry;

test('a dropped folder gives all files below it, in portions [IMP-03]', async () => {
  const many = Array.from({ length: 450 }, (_, at) => fileEntry(`${at}.jpg`));
  const italy = folderEntry('Italy', [folderEntry('Rome', many), fileEntry('last.jpg')]);
  const portions = await Array.fromAsync(readDropped([italy, fileEntry('alone.jpg')]));
  expect(portions.map(({ folder, files }) => [folder, files.length])).toEqual([
    [undefined, 1],
    ['Italy', 200],
    ['Italy', 200],
    ['Italy', 51],
  ]);
  expect(portions.at(-1)?.files.at(-1)?.name).toBe('last.jpg');
});

test('a picked folder is identified by the first part of its files’ paths', () => {
  expect(folderOf({ webkitRelativePath: 'Italy/Rome/a.jpg' })).toBe('Italy');
  expect(folderOf({ webkitRelativePath: '' })).toBeUndefined();
});

test('an unreadable entry is skipped', async () => {
  const broken = {
    isDirectory: false,
    file: (_done: unknown, fail: () => void) => fail(),
  } as unknown as FileSystemEntry;
  expect(await Array.fromAsync(readDropped([broken]))).toEqual([]);
});
