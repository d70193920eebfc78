import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { sniffFormat } from '@keepsake/contracts/library/photo-format';
import { claimsTooManyPixels } from '@keepsake/contracts/library/photo-pixels';
import { dateFromFileName } from '../../../platform/images/date-from-file-name.ts';
import { describeJpegHead, JPEG_HEAD_BYTES } from '../../../platform/images/describe-photo.ts';
import type { ImageFormat } from '../../../platform/images/image.ts';

export type Inspection = {
  /** Null if it is not a photo that we accept. */
  format: ImageFormat | null;
  /** Set if its header says that it has more pixels than a photo may have. */
  hasTooManyPixels?: true;
  takenAt: string | null;
  takenOffsetMinutes: number | null;
};

type Named = { fileName: string; now: Date };

/** Format and date of a file from its first bytes, or the date from its name; the later decode is authoritative. */
export async function inspectFile(file: string, named: Named): Promise<Inspection> {
  return inspectHead(await readHead(file), named);
}

/** The same as a file's bytes arrive, which saves opening and reading it. */
export function createInspector(named: Named) {
  const head = Buffer.allocUnsafeSlow(JPEG_HEAD_BYTES);
  let length = 0;
  return {
    update(chunk: Uint8Array): void {
      if (length === head.length) return;
      const fitting = chunk.subarray(0, head.length - length);
      head.set(fitting, length);
      length += fitting.length;
    },
    result: () => inspectHead(head.subarray(0, length), named),
  };
}

function inspectHead(head: Buffer, { fileName, now }: Named): Inspection {
  const sniffed = sniffFormat(head);
  const format = sniffed === 'unsupported' || sniffed === 'unknown' ? null : sniffed;
  const { takenAt, takenOffsetMinutes } = format === 'jpeg' ? describeJpegHead(head, now) : UNDATED;
  const size = format && claimsTooManyPixels(head) ? { hasTooManyPixels: true as const } : {};
  if (takenAt) return { format, ...size, takenAt, takenOffsetMinutes };
  return { format, ...size, takenAt: dateFromFileName(fileName, now), takenOffsetMinutes: null };
}

const UNDATED = { takenAt: null, takenOffsetMinutes: null };

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.allocUnsafe(JPEG_HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export type Digest = { update(chunk: Uint8Array): void; result(): { sha256: string; crc32: number } };

/** SHA-256 (hex) and CRC-32 of bytes as they arrive. */
export function createDigest(): Digest {
  const hash = createHash('sha256');
  let checksum = 0;
  return {
    update(chunk) {
      hash.update(chunk);
      checksum = crc32(chunk, checksum);
    },
    result: () => ({ sha256: hash.digest('hex'), crc32: checksum }),
  };
}

/** Hashes a local file. */
export async function digestFile(file: string): Promise<{ sha256: string; crc32: number }> {
  const digest = createDigest();
  for await (const chunk of createReadStream(file, { highWaterMark: 512 * 1024 })) digest.update(chunk);
  return digest.result();
}
