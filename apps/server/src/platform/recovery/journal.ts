import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { newId } from '../ids.ts';
import { addJob, PATIENT_ATTEMPTS, type Task } from '../jobs/jobs.ts';
import { SYSTEM_PREFIX } from '../objects/epochs.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { type SecretKey, secretKeyOf, unwrapSecret, wrapSecret } from '../secret-keys.ts';
import type { Secrets } from '../secrets.ts';
import { findStoredJson } from '../stored-json.ts';
import { fromStoredNames, toStoredNames } from '../stored-names.ts';

const PREFIX = `${SYSTEM_PREFIX}journal/`;
/** Digits of the time in a key, in milliseconds: keys sort by time. */
const TIME_DIGITS = 14;
/** Objects removed at once. */
const FORGET_BATCH = 1_000;
/** Longest wait for the store, because a transaction holds its locks meanwhile. */
const LONGEST_MS = 5_000;

/** A kind of entry, declared by the module that writes and replays it. */
export type JournalKind<Body> = {
  /** Stored in keys, so it never changes. */
  name: string;
  body: z.ZodType<Body>;
  /** What an entry is about: of several about the same, the latest counts. */
  subjectOf(body: Body): string;
};
export type JournalEntry<Body> = { at: Date; body: Body };

export type Journal = {
  /**
   * Records, before the transaction commits, what a database restored from an earlier backup will lack. An entry whose
   * transaction never commits does no harm: replaying compares it with the database. If the store is away, a job of the same
   * transaction writes the entry later.
   */
  record<Body>(trx: Queryable, kind: JournalKind<Body>, body: NoInfer<Body>): Promise<void>;
  /** The same for what must not happen without its entry: throws if the store is away. */
  require<Body>(kind: JournalKind<Body>, body: NoInfer<Body>): Promise<void>;
  /** The latest entry about each subject since a time, oldest first, and how many entries cannot be opened. */
  read<Body>(
    kind: JournalKind<Body>,
    since: Date,
  ): Promise<{ entries: JournalEntry<Body>[]; unreadable: number }>;
  /** Records after the fact, as `record` does, that something identified by a text was done; only a keyed hash of it is kept. */
  mark(db: Queryable, name: string, text: string): Promise<void>;
  /** The keyed hashes of what was marked under a name since a time. */
  readMarks(name: string, since: Date): Promise<string[]>;
  /** Removes all entries and marks from before a time. */
  forget(before: Date): Promise<void>;
  /** The keyed hash by which a text is marked. */
  hashOf(text: string): string;
  /** The job that writes entries left over by `record`. */
  task: Task;
};

/** An entry on its way to the store: its key and its encrypted content. */
const pendingEntry = z.object({ key: z.string(), sealed: z.string() });
type PendingEntry = z.infer<typeof pendingEntry>;
const WRITE_ENTRY = 'write-journal-entry';

type Deps = {
  objects: Pick<ObjectStore, 'putBytes' | 'list' | 'read' | 'remove'>;
  secrets: Secrets;
  /** Dates entries, which are compared with the dates of objects. */
  machineClock: Clock;
};

/** The journal in the store: objects that are written once, and encrypted because they name people (ADR 81). */
export async function openJournal({ objects, secrets, machineClock }: Deps): Promise<Journal> {
  const secret = await secrets.read('journal');
  const secretKey = secretKeyOf(secret);
  const hashOf = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const write = ({ key, sealed }: PendingEntry) => objects.putBytes(key, Buffer.from(sealed));
  let latest = 0;
  /** Later entries of this process sort behind earlier ones, also within a millisecond. */
  function keyOf(name: string, id: string): string {
    latest = Math.max(machineClock().getTime(), latest + 1);
    return `${PREFIX}${name}/${String(latest).padStart(TIME_DIGITS, '0')}-${id}`;
  }
  function seal<Body>({ name, body: schema }: JournalKind<Body>, body: Body): PendingEntry {
    const sealed = wrapSecret(secretKey, name, JSON.stringify(toStoredNames(schema.parse(body))));
    return { key: keyOf(name, newId()), sealed };
  }
  async function writeOrQueue(trx: Queryable, entry: PendingEntry): Promise<void> {
    if (await isDoneWithin(LONGEST_MS, write(entry))) return;
    await addJob(trx, WRITE_ENTRY, entry, { maxAttempts: PATIENT_ATTEMPTS });
  }
  return {
    record: (trx, kind, body) => writeOrQueue(trx, seal(kind, body)),
    require: (kind, body) => write(seal(kind, body)),
    read: (kind, since) => readEntries({ objects, secretKey }, kind, since),
    hashOf,
    mark: (db, name, text) => writeOrQueue(db, { key: keyOf(name, hashOf(text)), sealed: 'done' }),
    async readMarks(name, since) {
      const hashes = new Set<string>();
      for await (const { key, at } of listKeys(objects, name))
        if (at >= since) hashes.add(key.slice(key.lastIndexOf('-') + 1));
      return [...hashes];
    },
    forget: (before) => forgetEntries(objects, before),
    task: {
      name: WRITE_ENTRY,
      waitsForReconcile: false,
      handle: (payload) => write(pendingEntry.parse(payload)),
    },
  };
}

type Dated = { key: string; at: Date };

async function* listKeys(objects: Pick<ObjectStore, 'list'>, name: string): AsyncGenerator<Dated> {
  for await (const { key } of objects.list(`${PREFIX}${name}/`)) yield { key, at: timeOf(key) };
}

function timeOf(key: string): Date {
  const begin = key.lastIndexOf('/') + 1;
  return new Date(Number(key.slice(begin, begin + TIME_DIGITS)));
}

async function forgetEntries(objects: Deps['objects'], before: Date): Promise<void> {
  let batch: string[] = [];
  for await (const { key } of objects.list(PREFIX)) {
    if (timeOf(key) < before) batch.push(key);
    if (batch.length < FORGET_BATCH) continue;
    await objects.remove(batch);
    batch = [];
  }
  await objects.remove(batch);
}

async function readEntries<Body>(
  { objects, secretKey }: { objects: Pick<ObjectStore, 'list' | 'read'>; secretKey: SecretKey },
  kind: JournalKind<Body>,
  since: Date,
): Promise<{ entries: JournalEntry<Body>[]; unreadable: number }> {
  const found: Dated[] = [];
  for await (const dated of listKeys(objects, kind.name)) if (dated.at >= since) found.push(dated);
  const latest = new Map<string, JournalEntry<Body>>();
  let unreadable = 0;
  for (const { key, at } of found.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const body = openEntry(secretKey, kind, (await objects.read(key)).toString());
    if (body === null) unreadable++;
    else {
      const subject = kind.subjectOf(body);
      latest.delete(subject);
      latest.set(subject, { at, body });
    }
  }
  return { entries: [...latest.values()], unreadable };
}

/** Null if the secret is another one, as after `discard-secrets` or in a backup from before the journal. */
function openEntry<Body>(key: SecretKey, { name, body }: JournalKind<Body>, sealed: string): Body | null {
  try {
    return findStoredJson(z.preprocess(fromStoredNames, body), unwrapSecret([key], name, sealed));
  } catch {
    return null;
  }
}

/** False if it fails or takes longer; it then goes on unobserved. */
async function isDoneWithin(limitMs: number, work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), limitMs);
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([late, done]).finally(() => clearTimeout(timer));
}
