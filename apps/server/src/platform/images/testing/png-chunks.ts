import { crc32 } from 'node:zlib';

/** Numbers as in PNG and ISO files: 32 bits, the highest first. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A PNG chunk with its length and checksum. */
export function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  return Buffer.concat([u32(body.length), named, u32(crc32(named))]);
}

/** Signature and IHDR come first. */
const HEAD_BYTES = 8 + 25;

/** A PNG with chunks behind its header. */
export const insertChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, HEAD_BYTES), ...chunks, png.subarray(HEAD_BYTES)]);
