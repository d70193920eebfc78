import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type ByteRange, ObjectNotFound, type ObjectStore, requireKey } from './object-store.ts';
import { putBytesToS3, putFileToS3, type Target } from './put-to-s3.ts';
import { createS3Client, isMissing, type S3Address } from './s3-client.ts';

type Options = {
  address: S3Address;
  /** A local folder for borrowed copies. */
  scratchDir: string;
};

/** Objects in a bucket of Amazon S3 or a server that speaks its protocol. */
export function createS3Store({ address, scratchDir }: Options): ObjectStore {
  const client = createS3Client(address);
  const Bucket = address.bucket;
  const keyOf = (key: string) => address.prefix + requireKey(key);
  const targetOf = (key: string) => ({ client, Bucket, Key: keyOf(key) });

  async function putFile(key: string, file: string) {
    try {
      await putFileToS3(targetOf(key), file);
      await unlink(file);
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isGone || (await size(key)) === null) throw error;
    }
  }
  const size = (key: string) => readSize(targetOf(key));
  async function open(key: string, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      return (await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key), Range }))).Body as Readable;
    } catch (error) {
      throw isMissing(error) ? new ObjectNotFound(key) : error;
    }
  }
  return {
    putFile,
    putBytes: (key, bytes) => putBytesToS3(targetOf(key), bytes),
    size,
    open,
    read: async (key) => buffer(await open(key)),
    borrowFile: (key) => borrowCopy({ open, size, scratchDir }, key),
    remove: (keys) => removeObjects({ client, Bucket }, keys.map(keyOf)),
    list: (prefix) => listObjects({ client, Bucket, storePrefix: address.prefix }, prefix),
    check: () => checkBucket(client, Bucket),
    close: async () => client.destroy(),
  };
}

async function readSize({ client, ...object }: Target): Promise<number | null> {
  try {
    return (await client.send(new HeadObjectCommand(object))).ContentLength ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function checkBucket(client: S3Client, Bucket: string): Promise<string | null> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return null;
  } catch (error) {
    return `The bucket ${Bucket} does not answer: ${(error as Error).name}`;
  }
}

type Deps = Pick<ObjectStore, 'open' | 'size'> & { scratchDir: string };

/** Copies an object to a local file until it is released. Throws when the copy is incomplete. */
async function borrowCopy({ open, size, scratchDir }: Deps, key: string) {
  const source = await open(key);
  await mkdir(scratchDir, { recursive: true, mode: 0o700 });
  const file = path.join(scratchDir, randomUUID());
  const release = () => rm(file, { force: true });
  try {
    const target = createWriteStream(file, { mode: 0o600 });
    await pipeline(source, target);
    if (target.bytesWritten !== (await size(key))) throw new Error(`The object ${key} was read in part`);
    return { path: file, release };
  } catch (error) {
    await release();
    throw error;
  }
}

type ListOptions = { client: S3Client; Bucket: string; storePrefix: string };

/** All objects whose key begins with `prefix`, in pages of 1,000. */
async function* listObjects({ client, Bucket, storePrefix }: ListOptions, prefix: string) {
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: storePrefix + prefix })) {
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      yield { key: Key.slice(storePrefix.length), bytes: Size, changedAt: LastModified };
    }
  }
}

const MAX_PER_CALL = 1_000;

/** Removes objects. The protocol counts missing objects as removed. */
async function removeObjects({ client, Bucket }: { client: S3Client; Bucket: string }, keys: string[]) {
  for (let index = 0; index < keys.length; index += MAX_PER_CALL) {
    const Objects = keys.slice(index, index + MAX_PER_CALL).map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    const [failed] = Errors.filter((error) => error.Code !== 'NoSuchKey');
    if (failed) throw new Error(`${Errors.length} objects were not removed, ${failed.Key}: ${failed.Code}`);
  }
}
