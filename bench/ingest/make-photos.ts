import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const SOURCES = path.resolve(import.meta.dirname, '../../apps/server/src/demo/photos');
const BYTES = 3_600_000;

/** A 12-megapixel JPEG of 3.6 MB with camera-like grain, with or without an embedded sRGB profile. */
export async function makeJpeg({ hasProfile = false } = {}): Promise<Buffer> {
  const size = { width: 4000, height: 3000 };
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  const pixels = await sharp(path.join(SOURCES, 'sources/mountain-lake.jpg'))
    .resize({ ...size, fit: 'cover' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  let nearest = Buffer.alloc(0);
  for (const quality of [70, 76, 80, 84, 88, 91, 94]) {
    const image = sharp(pixels, { raw: { ...size, channels: 3 } }).jpeg({ quality });
    const jpeg = await (hasProfile ? image.withIccProfile('srgb') : image).toBuffer();
    if (Math.abs(jpeg.length - BYTES) < Math.abs(nearest.length - BYTES)) nearest = jpeg;
  }
  return nearest;
}

/** The largest of the demo's HEIC files. */
export async function findHeic(): Promise<{ file: string; megapixels: number }> {
  const folder = path.join(SOURCES, 'heic');
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.heic')).sort();
  const file = path.join(folder, name);
  const { width, height } = await sharp(file).metadata();
  return { file, megapixels: (width * height) / 1e6 };
}
