import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

export type Digest = { update(chunk: Uint8Array): void; result(): { sha256: string; crc32: number } };

/** SHA-256 (hex) and CRC-32 of bytes as they come. */
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

/** Hashes a file of this machine. */
export async function digestFile(file: string): Promise<{ sha256: string; crc32: number }> {
  const digest = createDigest();
  for await (const chunk of createReadStream(file, { highWaterMark: 512 * 1024 })) digest.update(chunk);
  return digest.result();
}
