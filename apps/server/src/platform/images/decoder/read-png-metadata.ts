import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { PngColours } from './colour-numbers.ts';

type PngChunks = PngColours & {
  exif?: Uint8Array;
  xmp?: Uint8Array;
  /** The text 'Creation Time'. */
  created?: string;
};
type Chunk = { type: string; at: number; length: number };

const SIGNATURE_BYTES = 8;
/** Length and type precede a chunk's data, its checksum follows. */
const HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** Larger than any metadata of a photo; a smaller chunk may inflate to a thousand times its size. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
/** A 100-megapixel PNG in the smallest usual chunks has fewer. */
const MAX_CHUNKS = 50_000;
const MAX_CREATED_BYTES = 500;
const RAW_PROFILE = 'Raw profile type ';
const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';

const TEXTS = ['tEXt', 'zTXt', 'iTXt'];
/** Keyword of the time at which the picture was made, in a text of any kind, uncompressed. */
const CREATED = /^Creation Time\0(?:\0\0[^\0]*\0[^\0]*\0)?([^\0]{1,100})$/;

const inflateText = promisify(inflate);

/** Longer than any chunk about colour but a profile, of which only the presence counts. */
const COLOUR_BYTES = 64;
const COLOURS: readonly string[] = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'] satisfies (keyof PngColours)[];
const isColour = (type: string): type is keyof PngColours => COLOURS.includes(type);

/**
 * What libvips does not read of a PNG: colours by number, EXIF behind the pixels, the time of creation, and EXIF and XMP that ImageMagick and similar tools store as text, in
 * hexadecimal and mostly compressed ('Raw profile type xmp' in zTXt). Damaged metadata is left out.
 */
export async function readPngChunks(path: string): Promise<PngChunks> {
  const found: PngChunks = {};
  await using file = await open(path);
  for await (const chunk of chunksOf(file)) {
    if (isColour(chunk.type))
      found[chunk.type] ??= await read(file, chunk.at, Math.min(chunk.length, COLOUR_BYTES));
    if (chunk.type === 'eXIf' && chunk.length <= MAX_TEXT_BYTES)
      found.exif ??= await read(file, chunk.at, chunk.length);
    if (TEXTS.includes(chunk.type)) await readText(file, chunk, found);
  }
  return found;
}

async function readText(file: FileHandle, chunk: Chunk, found: PngChunks): Promise<void> {
  if (chunk.length > MAX_TEXT_BYTES) return;
  const content = await read(file, chunk.at, chunk.length);
  if (chunk.length <= MAX_CREATED_BYTES) found.created ??= CREATED.exec(content.toString('latin1'))?.[1];
  const profile = await readProfile(content, chunk.type).catch(() => null);
  if (!profile) return;
  if (startsWith(profile, XMP)) found.xmp ??= profile.subarray(XMP.length);
  else if (startsWith(profile, EXIF)) found.exif ??= profile;
  else if (startsWith(profile, '<')) found.xmp ??= profile;
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Chunk> {
  let at = SIGNATURE_BYTES;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const header = await read(file, at, HEADER_BYTES);
    if (header.length < HEADER_BYTES) return;
    const [length, type] = [header.readUInt32BE(0), header.toString('latin1', 4)];
    yield { type, at: at + HEADER_BYTES, length };
    at += HEADER_BYTES + length + CHECKSUM_BYTES;
  }
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** The bytes of a raw profile: its name is followed by a line with its kind, a line with its length, and the digits. */
async function readProfile(chunk: Buffer, type: string): Promise<Buffer | null> {
  const end = chunk.indexOf(0);
  if (end < 0 || !startsWith(chunk, RAW_PROFILE)) return null;
  // A compressed text has an extra byte for the compression method; there is only one.
  const text =
    type === 'zTXt'
      ? await inflateText(chunk.subarray(end + 2), { maxOutputLength: MAX_TEXT_BYTES })
      : chunk.subarray(end + 1);
  const [, digits = ''] = /^\s*\S+\s+\d+\s+([\da-f\s]*)/i.exec(text.toString('latin1')) ?? [];
  return Buffer.from(digits.replace(/\s/g, ''), 'hex');
}

const startsWith = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text;
