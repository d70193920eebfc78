import * as z from 'zod';
import type { Database } from '../database/database.ts';
import { type Epochs, readEpoch, SYSTEM_PREFIX } from '../objects/epochs.ts';
import { ObjectNotFound, type ObjectStore } from '../objects/object-store.ts';
import { findStoredJson } from '../stored-json.ts';

const KEY = `${SYSTEM_PREFIX}journal-begin.json`;
const begin = z.object({ epoch: z.int().min(0) });

/** Records, once, from which epoch on the journal has everything. Only while database and store belong together. */
export async function beginJournal({
  db,
  objects,
}: {
  db: Database;
  objects: Pick<ObjectStore, 'read' | 'putBytes'>;
}): Promise<void> {
  if ((await readBegin(objects)) !== null) return;
  const epoch = await readEpoch(db);
  await objects.putBytes(KEY, Buffer.from(JSON.stringify({ epoch } satisfies z.infer<typeof begin>)));
}

/** Whether the journal has everything that the database lacks: since its epoch, or since the time to which it was restored. */
export async function hasJournalSince(
  objects: Pick<ObjectStore, 'read' | 'list'>,
  { epoch, restoredTo }: Pick<Epochs, 'epoch' | 'restoredTo'>,
): Promise<boolean> {
  const since = await readBegin(objects);
  if (since === null || epoch < since) return false;
  if (restoredTo === null) return true;
  // Its epoch has gone on since, unnoticed: only the age of the journal tells.
  for await (const { key, changedAt } of objects.list(KEY)) if (key === KEY) return changedAt <= restoredTo;
  return false;
}

async function readBegin(objects: Pick<ObjectStore, 'read'>): Promise<number | null> {
  try {
    // An unreadable one says nothing: the journal counts as incomplete, and begins again.
    return findStoredJson(begin, (await objects.read(KEY)).toString())?.epoch ?? null;
  } catch (error) {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  }
}
