const KEY = 'keepsake-phone-sent';

/** How many photos this phone has sent by the code of this page, kept over reloads; other codes are forgotten. */
export function createSentMemory(storage: Storage) {
  let transferId: string | undefined;
  let noted = 0;
  return {
    /** The count so far. */
    begin(id: string): number {
      transferId = id;
      const [of, count] = (storage.getItem(KEY) ?? '').split(' ');
      noted = of === id ? Number(count) || 0 : 0;
      return noted;
    },
    note(count: number): void {
      if (!transferId || count === noted) return;
      noted = count;
      storage.setItem(KEY, `${transferId} ${count}`);
    },
  };
}
