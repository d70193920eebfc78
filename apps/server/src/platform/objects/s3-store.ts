import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { DiskRoom } from '../disk-room.ts';
import { makeScratchFolder } from '../scratch.ts';
import { sendWithin } from './fail-fast.ts';
import {
  type BorrowedFile,
  type ByteRange,
  ObjectNotFound,
  type ObjectStore,
  requireKey,
} from './object-store.ts';
import { putBytesToS3, putFileToS3, requireTag, type Target } from './put-to-s3.ts';
import type { S3Address } from './s3-address.ts';
import { createS3Client, isBehindEnd, isMissing } from './s3-client.ts';

type Options = {
  address: S3Address;
  /** Where borrowed copies are kept. */
  dataDir: string;
  room: DiskRoom;
  /** Maximum time without receiving a byte. */
  silentMs?: number;
  /** Maximum time before the first byte of what is read. */
  answerMs: number;
};

/** Objects in a bucket of Amazon S3 or a compatible server. */
export function createS3Store({ address, dataDir, room, silentMs, answerMs }: Options): ObjectStore {
  const client = createS3Client(address, silentMs);
  const Bucket = address.bucket;
  const keyOf = (key: string) => address.prefix + requireKey(key);
  const targetOf = (key: string) => ({ client, Bucket, Key: keyOf(key) });

  const size = (key: string) => readSize(targetOf(key), answerMs);
  const get = (key: string, range?: ByteRange) => readObject(targetOf(key), { key, range, answerMs });
  const open = async (key: string, range?: ByteRange) => (await get(key, range)).body;
  return {
    putFile: (key, file) => moveToS3(targetOf(key), file, answerMs),
    putBytes: (key, bytes) => putBytesToS3(targetOf(key), bytes),
    size,
    checksum: (key) => readChecksum(targetOf(key), answerMs),
    open,
    read: async (key) => buffer(await open(key)),
    borrowFile: (key) => borrowCopy({ get, size, dataDir }, key),
    async remove(keys) {
      await removeObjects({ client, Bucket }, keys.map(keyOf));
      return true;
    },
    mayRemove: async () => true,
    list: (prefix) => listObjects({ client, Bucket, storePrefix: address.prefix }, prefix),
    room,
    check: () => checkBucket(client, { Bucket, Prefix: address.prefix }, answerMs),
    close: async () => client.destroy(),
  };
}

/** Stores a file and deletes it. A file that is gone was stored before, if the object is there. */
async function moveToS3(target: Target, file: string, answerMs: number): Promise<void> {
  try {
    await putFileToS3(target, file);
    await unlink(file);
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isGone || (await readSize(target, answerMs)) === null) throw error;
  }
}

type Reading = { key: string; range: ByteRange | undefined; answerMs: number };

async function readObject({ client, ...object }: Target, { key, range, answerMs }: Reading): Promise<Answer> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  try {
    const get = new GetObjectCommand({ ...object, Range });
    const answer = await sendWithin(answerMs, (options) => client.send(get, options));
    const { Body, ContentLength } = requireTag(answer);
    return { body: Body as Readable, bytes: ContentLength };
  } catch (error) {
    if (isBehindEnd(error)) return { body: Readable.from([]), bytes: 0 };
    throw isMissing(error) ? new ObjectNotFound(key) : error;
  }
}

async function readSize({ client, ...object }: Target, answerMs: number): Promise<number | null> {
  try {
    const head = new HeadObjectCommand(object);
    const answer = await sendWithin(answerMs, (options) => client.send(head, options));
    return requireTag(answer).ContentLength ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Buckets return the checksum that an object was stored with, if they know it; a composite one says nothing about the whole. */
async function readChecksum({ client, ...object }: Target, answerMs: number): Promise<number | null> {
  try {
    const head = new HeadObjectCommand({ ...object, ChecksumMode: 'ENABLED' });
    const answer = await sendWithin(answerMs, (options) => client.send(head, options));
    const { ChecksumCRC32, ChecksumType } = requireTag(answer);
    if (!ChecksumCRC32 || ChecksumType === 'COMPOSITE') return null;
    return Buffer.from(ChecksumCRC32, 'base64').readUInt32BE();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Lists no objects of the bucket: unlike a HEAD request, this returns the reason for a refusal. */
async function checkBucket(
  client: S3Client,
  folder: { Bucket: string; Prefix: string },
  answerMs: number,
): Promise<string | null> {
  const { Bucket } = folder;
  try {
    const list = new ListObjectsV2Command({ ...folder, MaxKeys: 0 });
    requireListing(await sendWithin(answerMs, (options) => client.send(list, options)));
    return null;
  } catch (error) {
    const { name, message, $metadata } = error as Error & Pick<ListObjectsV2CommandOutput, '$metadata'>;
    const status = $metadata?.httpStatusCode;
    if (status === 401 || status === 403) return `Access to the bucket ${Bucket} was refused (${name})`;
    if (status === 404) return `There is no bucket ${Bucket} (${name})`;
    return `The bucket ${Bucket} does not answer: ${name === 'Error' ? message : name}`;
  }
}

/** Throws unless the answer is a listing: a proxy's error page would read as an empty bucket. */
function requireListing(page: ListObjectsV2CommandOutput): ListObjectsV2CommandOutput {
  if (page.Name === undefined && page.KeyCount === undefined)
    throw new Error('The response did not come from object storage');
  return page;
}

/** An object in transit, and its size if the store gave it. */
type Answer = { body: Readable; bytes: number | undefined };
type Deps = Pick<ObjectStore, 'size'> & { get(key: string): Promise<Answer>; dataDir: string };

/** Copies an object to a local file until disposed of. Throws if the copy is incomplete. */
async function borrowCopy({ get, size, dataDir }: Deps, key: string): Promise<BorrowedFile> {
  await using borrowing = new AsyncDisposableStack();
  const folder = borrowing.use(await makeScratchFolder(dataDir));
  const file = path.join(folder.path, 'copy');
  const target = createWriteStream(file, { mode: 0o600 });
  const { body, bytes } = await get(key);
  await pipeline(body, target);
  if (target.bytesWritten !== (bytes ?? (await size(key))))
    throw new Error(`The object ${key} was read in part`);
  const borrowed = borrowing.move();
  return { path: file, [Symbol.asyncDispose]: () => borrowed.disposeAsync() };
}

type ListOptions = { client: S3Client; Bucket: string; storePrefix: string };

/** All objects whose key begins with `prefix`, in pages of 1,000. */
async function* listObjects({ client, Bucket, storePrefix }: ListOptions, prefix: string) {
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: storePrefix + prefix })) {
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of requireListing(page).Contents ?? []) {
      yield { key: Key.slice(storePrefix.length), bytes: Size, changedAt: LastModified };
    }
  }
}

const MAX_PER_CALL = 1_000;

/**
 * Removes objects. The protocol counts missing objects as removed. Every key must be named in the answer: a proxy's error page
 * names none.
 */
async function removeObjects({ client, Bucket }: { client: S3Client; Bucket: string }, keys: string[]) {
  for (let index = 0; index < keys.length; index += MAX_PER_CALL) {
    const Objects = keys.slice(index, index + MAX_PER_CALL).map((Key) => ({ Key }));
    const { Deleted = [], Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    );
    const gone = Errors.filter((error) => error.Code === 'NoSuchKey');
    if (Deleted.length + gone.length >= Objects.length) continue;
    const [failed] = Errors.filter((error) => error.Code !== 'NoSuchKey');
    const reason = failed ? `${failed.Key}: ${failed.Code}` : 'the response did not come from object storage';
    throw new Error(`${Objects.length - Deleted.length - gone.length} objects were not removed, ${reason}`);
  }
}
