import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { putInParts } from './put-in-parts.ts';
import { PART_BYTES, type Target } from './target.ts';

const ATTEMPTS = 4;

/**
 * Puts a local file, and asks back what arrived. The server checks each request's MD5; the size asked back finds
 * servers that store the transport's framing. Streams cannot be sent twice, so trying again begins with a new one.
 */
export async function putFileToS3(target: Target, file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size > PART_BYTES) await putInParts(target, handle, size);
    else await retry(() => putWhole(target, handle, file, size));
    await requireSize(target, size);
  } finally {
    await handle.close();
  }
}

/** Asks for the size of what was stored; another than the one sent is a failure. */
export async function requireSize({ client, Bucket, Key }: Target, size: number): Promise<void> {
  const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }));
  if (ContentLength === size) return;
  throw new Error(`The object ${Key} has ${ContentLength} bytes where ${size} were sent`);
}

async function putWhole({ client, Bucket, Key }: Target, handle: FileHandle, file: string, size: number) {
  const ContentMD5 = await md5Of(handle, size);
  const Body = createReadStream(file, { highWaterMark: 256 * 1024 });
  try {
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ContentMD5 }));
  } finally {
    Body.destroy();
  }
}

async function md5Of(handle: FileHandle, size: number): Promise<string> {
  const hash = createHash('md5');
  const buffer = Buffer.allocUnsafe(Math.min(size, 512 * 1024));
  for (let at = 0; at < size; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new Error('A file became shorter while it was stored');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('base64');
}

async function retry(attempt: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
      const isRefused =
        status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
      if (isRefused || tried === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tried * (0.5 + Math.random())));
    }
  }
}
