import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** Where an object goes in a bucket. */
export type Target = { client: S3Client; Bucket: string; Key: string };

/** Files up to this size go in one request, larger ones in parts of it. The protocol's minimum is 5 MB. */
const PART_BYTES = 16 * 1024 * 1024;
const ATTEMPTS = 4;

/**
 * Stores a local file and checks the size that arrived. The server checks each request's MD5; the size exposes servers
 * that store the transport's framing. A stream cannot be sent twice, so a new attempt begins with a new one.
 */
export async function putFileToS3(target: Target, file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size > PART_BYTES) await putInParts(target, handle, size);
    else await retry(() => putWhole(target, handle, size));
    await requireSize(target, size);
  } finally {
    await handle.close();
  }
}

/** Stores a few bytes, with the same checks. */
export async function putBytesToS3({ client, Bucket, Key }: Target, bytes: Uint8Array): Promise<void> {
  const ContentMD5 = createHash('md5').update(bytes).digest('base64');
  requireTag(await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentMD5 })));
  await requireSize({ client, Bucket, Key }, bytes.byteLength);
}

/**
 * Throws unless the answer has the tag that the protocol gives every object: a proxy's own page has none, whatever its
 * status.
 */
export function requireTag<Answer extends { ETag?: string }>(answer: Answer): Answer {
  if (!answer.ETag) throw new Error('What answers is no storage');
  return answer;
}

/** Throws unless the stored object has the size that was sent. */
async function requireSize({ client, Bucket, Key }: Target, size: number): Promise<void> {
  const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }));
  if (ContentLength === size) return;
  throw new Error(`The object ${Key} has ${ContentLength} bytes where ${size} were sent`);
}

/** The file may be gone before a stream of it is opened, so the stream reads by the handle. */
async function putWhole({ client, Bucket, Key }: Target, handle: FileHandle, size: number) {
  const checksums = await checksumsOf(handle, size);
  const Body = Readable.from(readChunks(handle, size), { objectMode: false });
  const abort = new AbortController();
  Body.on('error', (error) => abort.abort(error));
  try {
    const put = new PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ...checksums });
    requireTag(await client.send(put, { abortSignal: abort.signal }));
  } finally {
    Body.destroy();
  }
}

/** MD5, which every server checks, and CRC-32, which those that know it keep with the object. */
async function checksumsOf(handle: FileHandle, size: number) {
  const hash = createHash('md5');
  let checksum = 0;
  for await (const chunk of readChunks(handle, size)) {
    hash.update(chunk);
    checksum = crc32(chunk, checksum);
  }
  const ChecksumCRC32 = Buffer.alloc(4);
  ChecksumCRC32.writeUInt32BE(checksum);
  return { ContentMD5: hash.digest('base64'), ChecksumCRC32: ChecksumCRC32.toString('base64') };
}

const CHUNK_BYTES = 256 * 1024;

async function* readChunks(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    yield await readPart(handle, at, Math.min(CHUNK_BYTES, size - at));
  }
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

/** Sends a large file in parts. One part at a time is in memory, and the SDK itself may send it again. */
async function putInParts({ client, Bucket, Key }: Target, handle: FileHandle, size: number): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  if (!UploadId) throw new Error('What answers is no storage');
  try {
    const Parts: CompletedPart[] = [];
    for (let at = 0; at < size; at += PART_BYTES) {
      const Body = await readPart(handle, at, Math.min(PART_BYTES, size - at));
      const ContentMD5 = createHash('md5').update(Body).digest('base64');
      const part = { Bucket, Key, UploadId, PartNumber: Parts.length + 1, Body, ContentMD5 };
      const { ETag } = requireTag(await client.send(new UploadPartCommand(part)));
      Parts.push({ ETag, PartNumber: part.PartNumber });
    }
    const complete = new CompleteMultipartUploadCommand({
      Bucket,
      Key,
      UploadId,
      MultipartUpload: { Parts },
    });
    requireTag(await client.send(complete));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
    throw error;
  }
}

async function readPart(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(part, read, length - read, at + read);
    if (bytesRead === 0) throw new Error('A file became shorter while it was stored');
    read += bytesRead;
  }
  return part;
}
