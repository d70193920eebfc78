import { describe, expect, test } from 'vitest';
import { type ArchiveEntry, contentEntry } from './archive-entry.ts';
import { partAt, planArchive } from './plan-archive.ts';
import { directoryRecord, endRecords, localHeader } from './zip-records.ts';

const photo: ArchiveEntry = {
  name: 'a.jpg',
  bytes: 100,
  crc32: 1,
  modifiedAt: '2020-01-01T00:00:00',
  source: { key: 'photos/a' },
};
const MAX_32 = 0xffffffff;

describe('the plan of an archive', () => {
  test.each([
    ['a folder above', { name: '../a' }],
    ['an absolute name', { name: '/a' }],
    ['a drive', { name: 'C:a' }],
    ['a folder alone', { name: 'a/' }],
    ['a backslash', { name: 'a\\b' }],
    ['no name', { name: '' }],
    ['a name beyond its field', { name: 'x'.repeat(65_536) }],
    ['a size below zero', { bytes: -1 }],
    ['a size that is no whole number', { bytes: 1.5 }],
    ['a checksum of the wrong sign', { crc32: -1 }],
    ['a time that is none', { modifiedAt: 'yesterday' }],
    ['content of another size', { source: { content: Buffer.from('a') } }],
  ])('refuses an entry with %s', (_, wrong) => {
    expect(() => planArchive([photo])).not.toThrow();
    expect(() => planArchive([{ ...photo, ...wrong }])).toThrow(RangeError);
  });

  test('refuses two entries with the same name, of which an unpacker would keep one', () => {
    expect(() => planArchive([photo, { ...photo, crc32: 2 }])).toThrow(RangeError);
  });

  test('has a tag that is the same for the same entries and different for any others', () => {
    const etag = (...entries: ArchiveEntry[]) => planArchive(entries).etag;
    const other = { ...photo, name: 'b.jpg' };
    expect(etag(photo, other)).toBe(etag({ ...photo }, { ...other }));
    expect(etag(photo)).toMatch(/^"[\w-]{43}"$/);
    const list = (text: string) => contentEntry({ ...photo, content: Buffer.from(text) });
    const tags = [
      etag(photo, other),
      etag(other, photo),
      etag(photo),
      etag({ ...photo, bytes: 101 }),
      etag({ ...photo, crc32: 2 }),
      etag({ ...photo, modifiedAt: '2020-01-01T00:00:02' }),
      etag({ ...photo, source: { key: 'photos/b' } }),
      etag(list('x')),
      etag(list('y')),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('finds the part of every byte', () => {
    const plan = planArchive([photo, { ...photo, name: 'b.jpg', bytes: 0 }, { ...photo, name: 'c' }]);
    const { starts, bytes } = plan;
    for (let offset = 0; offset < bytes; offset++) {
      expect(partAt(plan, offset)).toBe(starts.findLastIndex((start) => start <= offset));
    }
  });

  test('of 100,000 entries needs little time, and memory only for its offsets', () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ ...photo, name: `${index}.jpg` }));
    const started = performance.now();
    const { starts } = planArchive(entries);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(starts.byteLength).toBe(1_600_016);
  });
});

describe('zip64', () => {
  const [plain, large] = [localHeader(photo).length, directoryRecord(photo, 0).length];

  test('is used for a size from 4 GiB - 1 on, which is all ones in 32 bits', () => {
    expect(localHeader({ ...photo, bytes: MAX_32 - 1 }).length - plain).toBe(0);
    expect(localHeader({ ...photo, bytes: MAX_32 }).length - plain).toBe(20);
    expect(directoryRecord({ ...photo, bytes: MAX_32 - 1 }, 0).length - large).toBe(0);
    expect(directoryRecord({ ...photo, bytes: MAX_32 }, 0).length - large).toBe(20);
  });

  test('is used for an offset from 4 GiB - 1 on, beside a size or without', () => {
    expect(directoryRecord(photo, MAX_32 - 1).length - large).toBe(0);
    expect(directoryRecord(photo, MAX_32).length - large).toBe(12);
    expect(directoryRecord({ ...photo, bytes: MAX_32 }, MAX_32).length - large).toBe(28);
  });

  test('is used at the end for 65,535 entries, and for a directory that is large or begins late', () => {
    const bytes = (count: number, start: number, end: number) => endRecords({ count, start, end }).length;
    expect(bytes(65_534, 0, MAX_32 - 1)).toBe(22);
    expect(bytes(65_535, 0, 1)).toBe(98);
    expect(bytes(1, 0, MAX_32)).toBe(98);
    expect(bytes(1, MAX_32 - 1, MAX_32)).toBe(22);
    expect(bytes(1, MAX_32, MAX_32 + 1)).toBe(98);
  });
});
