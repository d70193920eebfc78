import { expect, test } from 'vitest';
import { survivingStorage } from '#/shared/surviving-storage.ts';
import { createResumeMemory } from './resume-memory.ts';

const createStorage = () =>
  survivingStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
const file = { name: 'a.jpg', size: 5, lastModified: 7 };

test('a file picked again after a reload continues where it was, for its customer only', () => {
  const storage = createStorage();
  createResumeMemory('anna', storage).remember(file, '/files/one');
  expect(createResumeMemory('anna', storage).recall(file)).toBe('/files/one');
  expect(createResumeMemory('noah', storage).recall(file)).toBeNull();
  expect(createResumeMemory('anna', storage).recall({ ...file, lastModified: 8 })).toBeNull();
});

test('uploads the server has dropped by now are forgotten', () => {
  const storage = createStorage();
  createResumeMemory('anna', storage, () => 0).remember(file, '/files/one');
  createResumeMemory('anna', storage, () => 25 * 3_600_000);
  expect(storage.keys()).toEqual([]);
});
