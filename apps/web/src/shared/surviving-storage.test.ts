// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillStorage } from './storage.fixture.ts';
import { survivingStorage } from './surviving-storage.ts';

const open = () => survivingStorage(() => window.sessionStorage);

// Tests before, in the same process, may have left something.
beforeEach(() => window.sessionStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  window.sessionStorage.clear();
});

test('what the browser stores outlasts the page', () => {
  const page = open();
  expect(page.setItem('sort', 'asc')).toBe(true);
  const reloaded = open();
  expect(reloaded.getItem('sort')).toBe('asc');
  expect(reloaded.keys()).toEqual(['sort']);
  page.removeItem('sort');
  expect(reloaded.getItem('sort')).toBeNull();
});

test('what full storage does not take lasts as long as the page', () => {
  open().setItem('sort', 'asc');
  const page = open();
  const stop = fillStorage();
  expect(page.setItem('sort', 'desc')).toBe(false);
  expect(page.setItem('view', 'months')).toBe(false);
  expect(page.getItem('sort')).toBe('desc');
  expect(page.keys().toSorted()).toEqual(['sort', 'view']);
  page.removeItem('view');
  expect(page.getItem('view')).toBeNull();
  stop();
  expect(open().getItem('sort')).toBe('asc');
  expect(page.setItem('sort', 'desc')).toBe(true);
  expect(open().getItem('sort')).toBe('desc');
});

test('blocked storage is that of the page', () => {
  const page = survivingStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(page.getItem('sort')).toBeNull();
  expect(page.setItem('sort', 'asc')).toBe(false);
  expect(page.getItem('sort')).toBe('asc');
  expect(page.keys()).toEqual(['sort']);
  page.removeItem('sort');
  expect(page.keys()).toEqual([]);
});
