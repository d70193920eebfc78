import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const HEADER = { woff: 44, sfnt: 12 } as const;
const ENTRY = { woff: 20, sfnt: 16 } as const;

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/**
 * Unpacks a WOFF 1.0 font into the plain sfnt font it contains. Otherwise the font library would inflate its tables in JavaScript
 * every time it looks one up.
 */
export function readWoff(file: string): Buffer {
  const woff = readFileSync(file);
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error(`${file} is no WOFF file`);
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => readTable(woff, HEADER.woff + at * ENTRY.woff));
  const directory = Buffer.alloc(HEADER.sfnt + count * ENTRY.sfnt);
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(2 ** power * ENTRY.sfnt, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((count - 2 ** power) * ENTRY.sfnt, 10);
  let offset = directory.length;
  for (const [at, { tag, checksum, content }] of tables.entries()) {
    const entry = HEADER.sfnt + at * ENTRY.sfnt;
    directory.write(tag, entry, 'latin1');
    for (const [nth, value] of [checksum, offset, content.length].entries())
      directory.writeUInt32BE(value, entry + 4 + 4 * nth);
    offset += padded(content.length);
  }
  const contents = tables.map(({ content }) =>
    Buffer.concat([content, Buffer.alloc(padded(content.length) - content.length)]),
  );
  return Buffer.concat([directory, ...contents]);
}

function readTable(woff: Buffer, entry: number) {
  const [offset = 0, packed = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((at) =>
    woff.readUInt32BE(entry + at),
  );
  const bytes = woff.subarray(offset, offset + packed);
  // Tables that compression would not shrink are stored as they are.
  const content = packed < length ? inflateSync(bytes) : bytes;
  return { tag: woff.toString('latin1', entry, entry + 4), checksum, content };
}
