import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { EMPTY_QUEUE, type ImportQueue } from '#/shared/uploads/import-queue.ts';
import { keepUnfinishedUploads } from './unfinished-uploads.ts';

afterEach(() => vi.unstubAllGlobals());

/** A request that succeeds in a moment. */
function request<Result>(result: Result) {
  const made = { result, onsuccess: () => {}, onerror: () => {} };
  setTimeout(() => made.onsuccess());
  return made;
}

/** The browser's store as its transactions see it: what each of them puts. */
function stubStore() {
  const transactions: unknown[][] = [];
  const database = {
    close: () => {},
    transaction() {
      const puts: unknown[] = [];
      transactions.push(puts);
      const put = (entry: { name: string }) => {
        puts.push(entry.name);
        return request(undefined);
      };
      return { objectStore: () => ({ put }) };
    },
  };
  vi.stubGlobal('indexedDB', { open: () => request(database) });
  return transactions;
}

test('all files picked together are stored in the first transaction, so that leaving forgets none', async () => {
  const transactions = stubStore();
  const store = createStore<ImportQueue>(() => EMPTY_QUEUE);
  keepUnfinishedUploads({ customerId: 'anna', store, fileOf: () => undefined });
  const names = Array.from({ length: 976 }, (_, n) => `${n}.jpg`);
  const items = names.map((name, id) => ({
    id,
    name,
    bytes: 1,
    status: 'waiting' as const,
    isChecked: false,
    sent: 0,
  }));
  store.setState({ items });
  await expect.poll(() => transactions.length).toBe(1);
  expect(transactions[0]?.toSorted()).toEqual(names.toSorted());
});
