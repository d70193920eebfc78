import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import type { HevcPicture } from './write-heif.ts';

/** Encodes a picture with heif-enc (Debian: libheif-examples). */
export async function encodeHeic(image: Sharp, folder: string, options: string[] = []) {
  const png = join(folder, 'picture.png');
  const heic = join(folder, 'picture.heic');
  const { width, height } = await image.png().toFile(png);
  execFileSync('heif-enc', ['-q', '60', ...options, png, '-o', heic]);
  return { file: readFileSync(heic), width, height };
}

/** The same without its container. */
export async function encodeHevc(image: Sharp, folder: string, options: string[] = []): Promise<HevcPicture> {
  const { file, width, height } = await encodeHeic(image, folder, options);
  return { hvcC: findBox(file, 'hvcC'), data: findBox(file, 'mdat').subarray(8), width, height };
}

/** The first box of a type, including its header. A plain search suffices, since the file is our own and small. */
function findBox(file: Buffer, type: string): Buffer {
  const start = file.indexOf(type, 0, 'latin1') - 4;
  if (start < 0) throw new Error(`heif-enc wrote no ${type}`);
  return file.subarray(start, start + file.readUInt32BE(start));
}
