import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { PART_BYTES, type Target } from './target.ts';

/** Sends a large file part by part, one part in memory at a time, which the SDK may send again by itself. */
export async function putInParts(
  { client, Bucket, Key }: Target,
  handle: FileHandle,
  size: number,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  try {
    const Parts: CompletedPart[] = [];
    for (let at = 0; at < size; at += PART_BYTES) {
      const Body = await readPart(handle, at, Math.min(PART_BYTES, size - at));
      const ContentMD5 = createHash('md5').update(Body).digest('base64');
      const part = { Bucket, Key, UploadId, PartNumber: Parts.length + 1, Body, ContentMD5 };
      const { ETag } = await client.send(new UploadPartCommand(part));
      Parts.push({ ETag, PartNumber: part.PartNumber });
    }
    await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
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
