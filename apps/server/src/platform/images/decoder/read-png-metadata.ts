import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { readExif } from '../read-exif.ts';
import { PNG_SIGNATURE_BYTES, type PngColours } from './colour-numbers.ts';

/** What a PNG has beside its pixels and what libvips reads of it. */
export type PngChunks = PngColours & {
  exif?: Uint8Array;
  /** According to a chunk of EXIF; not that of a text, which no viewer obeys. */
  orientation?: number | undefined;
  xmp?: Uint8Array;
  iptc?: Uint8Array;
  /** The text 'Creation Time'. */
  created?: string;
};
type Chunk = { type: string; at: number; length: number };

/** Length and type precede a chunk's data, its checksum follows. */
const HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** Larger than any metadata of a photo. It also limits what all texts of a file may inflate to. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
/** A 100-megapixel PNG in the smallest usual chunks has fewer. */
const MAX_CHUNKS = 50_000;
const MAX_CREATED_BYTES = 100;
const TEXTS = ['tEXt', 'zTXt', 'iTXt'];
const CREATED = 'Creation Time';
const XMP = 'XML:com.adobe.xmp';
/** Followed by a kind: what a program that knows no better chunk stored as a text. */
const RAW_PROFILE = 'Raw profile type ';
const MAX_KEYWORD_BYTES = 79;

/** The beginnings of what a raw profile contains, whatever kind it says. */
const PROFILES = { exif: 'Exif\0\0', app1: 'http://ns.adobe.com/xap/1.0/\0', xmp: '<', iptc: '8BIM' };

const inflateAsync = promisify(inflate);

/** Longer than any chunk about colour but a profile, of which only the presence counts. */
const COLOUR_BYTES = 64;
const COLOURS: readonly string[] = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'] satisfies (keyof PngColours)[];
const isColour = (type: string): type is keyof PngColours => COLOURS.includes(type);

/**
 * What libvips does not read of a PNG: colours by number, texts in any of the three kinds, and what stands behind the pixels.
 * ImageMagick and similar tools store EXIF, XMP and IPTC as text, in hexadecimal and mostly compressed ('Raw profile type xmp' in
 * zTXt). Damaged metadata is left out.
 */
export async function readPngChunks(path: string): Promise<PngChunks> {
  const found: PngChunks = {};
  const budget = { bytes: MAX_TEXT_BYTES };
  let isBeforePixels = true;
  await using file = await open(path);
  for await (const chunk of chunksOf(file)) {
    isBeforePixels &&= chunk.type !== 'IDAT';
    // Behind the pixels, colours mean nothing (PNG, third edition, 5.6).
    if (isBeforePixels && isColour(chunk.type))
      found[chunk.type] ??= await read(file, chunk.at, Math.min(chunk.length, COLOUR_BYTES));
    if (chunk.type === 'eXIf' && chunk.length <= MAX_TEXT_BYTES && found.orientation === undefined) {
      const exif = await read(file, chunk.at, chunk.length);
      found.exif = exif;
      found.orientation = readExif(exif).Orientation ?? 1;
    }
    if (TEXTS.includes(chunk.type) && chunk.length <= MAX_TEXT_BYTES)
      await readText(file, { chunk, found, budget }).catch(() => null);
  }
  return found;
}

type Budget = { bytes: number };
type TextChunk = { chunk: Chunk; found: PngChunks; budget: Budget };

/** Notes a text that says something about the photo. Rejects if it is damaged. */
async function readText(file: FileHandle, { chunk, found, budget }: TextChunk): Promise<void> {
  const head = await read(file, chunk.at, Math.min(chunk.length, MAX_KEYWORD_BYTES + 1));
  const keyword = head.toString('latin1').split('\0')[0] ?? '';
  const isWanted = [CREATED, XMP].includes(keyword) || keyword.startsWith(RAW_PROFILE);
  if (!isWanted) return;
  const body = (await read(file, chunk.at, chunk.length)).subarray(keyword.length + 1);
  const text = await contentOf(chunk.type, body, budget);
  if (keyword === XMP) found.xmp ??= text;
  else if (keyword !== CREATED) noteProfile(bytesOfProfile(text), found);
  else if (text.length <= MAX_CREATED_BYTES)
    found.created ??= text.toString(chunk.type === 'iTXt' ? 'utf8' : 'latin1');
}

/** What follows the keyword, without what says how it is stored. */
async function contentOf(type: string, body: Buffer, budget: Budget): Promise<Buffer> {
  if (type === 'tEXt') return body;
  // The method of compression; there is only one.
  if (type === 'zTXt') return await inflateText(body.subarray(1), budget);
  // Whether it is compressed, the method, a language and the keyword in that language.
  const language = body.indexOf(0, 2);
  const text = body.subarray(body.indexOf(0, language + 1) + 1);
  return body[0] === 1 ? await inflateText(text, budget) : text;
}

/** A small text may inflate to a thousand times its size, and a file may have thousands of them. */
async function inflateText(text: Buffer, budget: Budget): Promise<Buffer> {
  if (budget.bytes <= 0) throw new RangeError('too much text');
  const most = budget.bytes;
  budget.bytes = 0;
  const inflated = await inflateAsync(text, { maxOutputLength: most });
  budget.bytes = most - inflated.length;
  return inflated;
}

function noteProfile(profile: Buffer, found: PngChunks): void {
  if (startsWith(profile, PROFILES.app1)) found.xmp ??= profile.subarray(PROFILES.app1.length);
  else if (startsWith(profile, PROFILES.xmp)) found.xmp ??= profile;
  else if (startsWith(profile, PROFILES.exif)) found.exif ??= profile;
  else if (startsWith(profile, PROFILES.iptc)) found.iptc ??= profile;
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Chunk> {
  let at = PNG_SIGNATURE_BYTES;
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

/** The bytes of a raw profile: a line with its kind, a line with its length, and the digits. */
function bytesOfProfile(text: Buffer): Buffer {
  const [, digits = ''] = /^\s*\S+\s+\d+\s+([\da-f\s]*)/i.exec(text.toString('latin1')) ?? [];
  return Buffer.from(digits.replace(/\s/g, ''), 'hex');
}

const startsWith = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text;
