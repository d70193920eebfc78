import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { requireKey } from '../object-key.ts';
import { ObjectNotFound, type ObjectStore } from '../object-store.ts';
import { borrowCopy } from './borrow-copy.ts';
import { listObjects } from './list-objects.ts';
import { putFileToS3, requireSize } from './put-file.ts';
import { removeObjects } from './remove-objects.ts';
import type { S3Address } from './s3-address.ts';
import { createS3Client, isMissing } from './s3-client.ts';

type Options = { address: S3Address /** A local folder for copies that are borrowed. */; scratchDir: string };

/** Objects in a bucket of Amazon S3 or of a server that speaks its protocol. */
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
  async function putBytes(key: string, bytes: Uint8Array) {
    const ContentMD5 = createHash('md5').update(bytes).digest('base64');
    await client.send(new PutObjectCommand({ Bucket, Key: keyOf(key), Body: bytes, ContentMD5 }));
    await requireSize(targetOf(key), bytes.byteLength);
  }
  async function size(key: string) {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(key) }))).ContentLength ?? null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }
  async function open(key: string, range?: { start: number; end: number }) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      return (await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key), Range }))).Body as Readable;
    } catch (error) {
      throw isMissing(error) ? new ObjectNotFound(key) : error;
    }
  }
  async function check() {
    try {
      await client.send(new HeadBucketCommand({ Bucket }));
      return null;
    } catch (error) {
      return `The bucket ${Bucket} does not answer: ${(error as Error).name}`;
    }
  }
  return {
    putFile,
    putBytes,
    size,
    open,
    read: async (key) => buffer(await open(key)),
    borrowFile: (key) => borrowCopy({ open, size, scratchDir }, key),
    remove: (keys) => removeObjects({ client, Bucket }, keys.map(keyOf)),
    list: (prefix) => listObjects({ client, Bucket, storePrefix: address.prefix }, prefix),
    check,
    close: async () => client.destroy(),
  };
}
