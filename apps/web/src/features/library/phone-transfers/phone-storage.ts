// What a phone stores across a reload of its page.

import { openFileStore } from '#/features/library/upload-queue/index.ts';
import { randomUuid } from '#/shared/api/send-request.ts';
import type { TextStorage } from '#/shared/surviving-storage.ts';

/** Picked files of one code, stored in the browser until they are sent. */
export type PhoneFiles = {
  keep(id: number, file: File): void;
  drop(id: number): void;
  /** Returns and deletes the files stored for this code, and deletes those of other codes. */
  takeAll(): Promise<File[]>;
};

const files = openFileStore('keepsake-phone');

/** If the browser stores nothing, or too little, the customer has to pick files again after a reload. */
export function createPhoneFiles(transferId: string): PhoneFiles {
  return {
    keep: (id, file) => void files((store) => store.put(file, [transferId, id])),
    drop: (id) => void files((store) => store.delete([transferId, id])),
    async takeAll() {
      const ofCode = IDBKeyRange.bound([transferId], [transferId, []]);
      const stored = await files<unknown[]>((store) => store.getAll(ofCode));
      await files((store) => store.clear());
      return (stored ?? []).filter((one) => one instanceof File);
    },
  };
}

const KEY = 'keepsake-phone-sent';

/** This phone's id for the desktop and its number of sent photos, for the current code only. */
export function createSentCount(storage: TextStorage) {
  let noted: { transferId: string; sent: number; phoneId: string } | undefined;
  const save = (fresh: NonNullable<typeof noted>) => {
    noted = fresh;
    storage.setItem(KEY, `${fresh.transferId} ${fresh.sent} ${fresh.phoneId}`);
  };
  return {
    /** Returns this phone's id and the number of photos it has sent so far. */
    begin(transferId: string): { sent: number; phoneId: string } {
      const [of, sent, phoneId] = (storage.getItem(KEY) ?? '').split(' ');
      const fresh = of === transferId && phoneId ? { sent: Number(sent) || 0, phoneId } : null;
      const started = { transferId, ...(fresh ?? { sent: 0, phoneId: randomUuid() }) };
      save(started);
      return started;
    },
    note(sent: number): void {
      if (noted && sent !== noted.sent) save({ ...noted, sent });
    },
  };
}
