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

/** Files up to this size go in one request, larger ones in parts of this size. The protocol's minimum is 5 MB. */
const PART_BYTES = 16 * 1024 * 1024;
const ATTEMPTS = 4;

/** Stores a local file and checks what arrived. A stream cannot be sent twice, so every attempt opens a new one. */
export async function putFileToS3(target: Target, file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const isLarge = size > PART_BYTES;
    const put = isLarge ? putInParts(target, handle, size) : retry(() => putWhole(target, handle, size));
    await requireStored(target, await put, size);
  } finally {
    await handle.close();
  }
}

/** Stores a few bytes, with the same checks. */
export async function putBytesToS3(target: Target, bytes: Uint8Array): Promise<void> {
  const { client, Bucket, Key } = target;
  const md5 = createHash('md5').update(bytes).digest();
  const put = new PutObjectCommand({ Bucket, Key, Body: bytes, ContentMD5: md5.toString('base64') });
  const answer = requireTag(await client.send(put));
  await requireStored(target, { answer, tag: md5.toString('hex') }, bytes.byteLength);
}

/**
 * Throws unless the answer has the tag that the protocol gives every object: a proxy's error page has none, whatever its status.
 */
export function requireTag<Answer extends { ETag?: string }>(answer: Answer): Answer {
  if (!answer.ETag) throw new Error('The response did not come from object storage');
  return answer;
}

/** What the store says about an object, and what it should say if it has the bytes that were sent. */
type Put = { answer: { ETag?: string; ChecksumCRC32?: string }; tag: string; crc32?: string };

/**
 * Throws unless the object is what was sent. Most stores answer with its MD5 as its tag, or with the checksum that was sent along
 * and that they have verified: no further call is needed. Others are asked for its size, which exposes servers that store the
 * transport's framing.
 */
async function requireStored({ client, Bucket, Key }: Target, put: Put, size: number): Promise<void> {
  const { ETag, ChecksumCRC32 } = put.answer;
  if (ETag === `"${put.tag}"` || (ChecksumCRC32 !== undefined && ChecksumCRC32 === put.crc32)) return;
  const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }));
  if (ContentLength === size) return;
  throw new Error(`The object ${Key} has ${ContentLength} bytes where ${size} were sent`);
}

/** The file may be gone before a stream of it opens, so the stream reads through the handle. */
async function putWhole({ client, Bucket, Key }: Target, handle: FileHandle, size: number): Promise<Put> {
  const { md5, ChecksumCRC32 } = await checksumsOf(handle, size);
  const Body = Readable.from(readChunks(handle, size), { objectMode: false });
  const abort = new AbortController();
  Body.on('error', (error) => abort.abort(error));
  try {
    const checks = { ContentLength: size, ContentMD5: md5.toString('base64'), ChecksumCRC32 };
    const put = new PutObjectCommand({ Bucket, Key, Body, ...checks });
    const answer = requireTag(await client.send(put, { abortSignal: abort.signal }));
    return { answer, tag: md5.toString('hex'), crc32: ChecksumCRC32 };
  } finally {
    Body.destroy();
  }
}

/** MD5, which every server checks, and CRC-32, which servers that support it keep with the object. */
async function checksumsOf(handle: FileHandle, size: number) {
  const hash = createHash('md5');
  let checksum = 0;
  for await (const chunk of readChunks(handle, size)) {
    hash.update(chunk);
    checksum = crc32(chunk, checksum);
  }
  const ChecksumCRC32 = Buffer.alloc(4);
  ChecksumCRC32.writeUInt32BE(checksum);
  return { md5: hash.digest(), ChecksumCRC32: ChecksumCRC32.toString('base64') };
}

const CHUNK_BYTES = 256 * 1024;

async function* readChunks(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    yield await readPart(handle, at, Math.min(CHUNK_BYTES, size - at));
  }
}

async function retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
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

/** Sends a large file in parts, with one part in memory at a time, which the SDK itself can resend. */
async function putInParts({ client, Bucket, Key }: Target, handle: FileHandle, size: number): Promise<Put> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  if (!UploadId) throw new Error('The response did not come from object storage');
  try {
    const Parts: CompletedPart[] = [];
    const ofParts = createHash('md5');
    for (let at = 0; at < size; at += PART_BYTES) {
      const Body = await readPart(handle, at, Math.min(PART_BYTES, size - at));
      const md5 = createHash('md5').update(Body).digest();
      ofParts.update(md5);
      const PartNumber = Parts.length + 1;
      const part = { Bucket, Key, UploadId, PartNumber, Body, ContentMD5: md5.toString('base64') };
      const { ETag } = requireTag(await client.send(new UploadPartCommand(part)));
      Parts.push({ ETag, PartNumber });
    }
    const MultipartUpload = { Parts };
    const complete = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload });
    const answer = requireTag(await client.send(complete));
    return { answer, tag: `${ofParts.digest('hex')}-${Parts.length}` };
  } catch (error) {
    // The bucket's own rule drops what is left of it (docs/operations/go-live.md); what went wrong is thrown.
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
