import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './pixels.ts';

/** zlib without compression: the file lives for a millisecond, between two steps of one process. */
const STORED = { level: 0 };

/**
 * Wraps pixels and their ICC profile as an uncompressed PNG, because sharp takes no profile beside raw pixels.
 * Layout: W3C PNG, chunks IHDR (8-bit truecolour), iCCP, IDAT, IEND.
 */
export function encodeTaggedPng({ data, width, height }: Pixels, profile: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...chunk('IHDR', header),
    ...chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile, STORED)])),
    ...chunk('IDAT', deflateSync(addFilterBytes(data, width * 3, height), STORED)),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Every row starts with its filter type, 0: none. */
function addFilterBytes(data: Uint8Array, rowBytes: number, height: number): Buffer {
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let row = 0; row < height; row++) {
    rows.set(data.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  return rows;
}

function chunk(type: string, body: Buffer): Buffer[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(type, 4, 'latin1');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body, crc32(head.subarray(4))), 0);
  return [head, body, check];
}
