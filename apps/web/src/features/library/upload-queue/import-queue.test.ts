import { expect, test } from 'vitest';
import type { ImportItem } from './import-item.ts';
import { EMPTY_QUEUE, type ImportEvent, importQueue } from './import-queue.ts';
import { percentOf, summarize } from './import-summary.ts';

const item = (id: number, part: Partial<ImportItem> = {}): ImportItem => ({
  id,
  name: `${id}.jpg`,
  bytes: 100,
  status: 'waiting',
  isChecked: false,
  sent: 0,
  ...part,
});
const play = (...events: ImportEvent[]) => events.reduce(importQueue, EMPTY_QUEUE);
const added: ImportEvent = { type: 'added', items: [item(1), item(2), item(3)] };
const statuses = (...events: ImportEvent[]) => play(added, ...events).items.map(({ status }) => status);

test('a file is only saved once it is committed', () => {
  const sent: ImportEvent = { type: 'progressed', sent: new Map([[1, 100]]), bytesPerSecond: 50 };
  expect(statuses({ type: 'sending', id: 1 }, sent, { type: 'saving', id: 1 })[0]).toBe('saving');
  expect(statuses({ type: 'saved', id: 1, imageId: 'a', isDuplicate: false })[0]).toBe('saved');
  expect(statuses({ type: 'saved', id: 1, imageId: 'a', isDuplicate: true })[0]).toBe('known');
  const restored: ImportEvent = { type: 'saved', id: 1, imageId: 'a', isDuplicate: true, isRestored: true };
  expect(statuses(restored)[0]).toBe('restored');
});

test('files whose content the library has are known without being sent', () => {
  const { items } = play(added, { type: 'checked', ids: [1, 2], known: new Map([[2, 'photo']]) });
  expect(items.map(({ status, isChecked }) => [status, isChecked])).toEqual([
    ['waiting', true],
    ['known', true],
    ['waiting', false],
  ]);
});

test('retrying includes failed files, but not those that can never succeed', () => {
  const failed: ImportEvent[] = [
    { type: 'failed', id: 1, reason: 'unexpected' },
    { type: 'failed', id: 2, reason: 'not-a-photo' },
  ];
  expect(statuses(...failed)).toEqual(['failed', 'refused', 'waiting']);
  expect(statuses(...failed, { type: 'retried' })).toEqual(['waiting', 'refused', 'waiting']);
});

test('full storage stops waiting files, not those being sent', () => {
  const halted: ImportEvent = { type: 'halted', reason: 'storage-full' };
  expect(statuses({ type: 'sending', id: 2 }, halted)).toEqual(['failed', 'sending', 'failed']);
});

test('cancelling drops unsaved files and keeps saved ones [IMP-10]', () => {
  const saved: ImportEvent = { type: 'saved', id: 2, imageId: 'a', isDuplicate: false };
  const { items } = play(added, saved, { type: 'sending', id: 3 }, { type: 'cancelled' });
  expect(items.map(({ id }) => id)).toEqual([2]);
});

test('events about a removed file change nothing', () => {
  const removed = play(added, { type: 'removed', ids: new Set([2]) });
  expect(importQueue(removed, { type: 'saving', id: 2 }).items).toEqual(removed.items);
});

test('percent counts bytes and is 100 only at the end', () => {
  const items = [item(1, { status: 'saved' }), item(2, { status: 'sending', sent: 100 })];
  expect(percentOf(summarize(items))).toBe(99);
  expect(percentOf(summarize([item(1, { status: 'known' })]))).toBe(100);
  expect(summarize([...items, item(3, { status: 'refused' })])).toMatchObject({
    total: 2,
    problems: 1,
    failed: 0,
  });
});

test('files the library already has do not count as saved', () => {
  const known = item(1, { status: 'known' });
  expect(summarize([known, item(2, { status: 'saved' }), item(3)])).toMatchObject({
    total: 3,
    toSave: 2,
    saved: 1,
    known: 1,
  });
  expect(summarize([known])).toMatchObject({ total: 1, toSave: 0, saved: 0, known: 1 });
  const restored = item(1, { status: 'restored' });
  expect(summarize([restored])).toMatchObject({ total: 1, toSave: 0, saved: 0, known: 0, restored: 1 });
});

test('only files added by this import can be marked for removal, and unmarked [IMP-11]', () => {
  const items = [
    item(1, { status: 'saved' }),
    item(2, { status: 'known' }),
    item(3),
    item(4, { status: 'restored' }),
  ];
  const mark = (id: number, isMarked = true): ImportEvent => ({ type: 'marked', id, isMarked });
  const marked = play({ type: 'added', items }, mark(1), mark(2), mark(3), mark(4));
  expect(marked.items.map(({ isMarked = false }) => isMarked)).toEqual([true, false, false, false]);
  expect(summarize(marked.items)).toMatchObject({ saved: 1, marked: 1 });
  expect(summarize(importQueue(marked, mark(1, false)).items).marked).toBe(0);
});
