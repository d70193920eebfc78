import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';

/** Noise, which does not compress away. */
export function noise({ width, height }: { width: number; height: number }, sigma: number): Sharp {
  const grain = { type: 'gaussian', mean: 128, sigma } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } });
}

/** A small picture with enough detail to be as large as a photo's thumbnail: about 20 kB. */
export async function writeThumbnail(file: string, width: number, height = (width * 3) / 4): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await noise({ width, height }, 24).blur(0.8).jpeg({ quality: 80 }).toFile(file);
}

const SCENE = path.resolve(
  import.meta.dirname,
  '../../apps/server/src/demo/photos/sources/mountain-lake.jpg',
);
const SIZE = { width: 4000, height: 3000 };
const BYTES = 3_600_000;

/** A 12-megapixel JPEG of 3.6 MB with camera-like grain, with or without an embedded sRGB profile. */
export async function makeJpeg({ hasProfile = false } = {}): Promise<Buffer> {
  const grain: OverlayOptions = { input: await noise(SIZE, 12).png().toBuffer(), blend: 'soft-light' };
  const scene = sharp(SCENE).resize({ ...SIZE, fit: 'cover' });
  const pixels = await scene.composite([grain]).removeAlpha().raw().toBuffer();
  let nearest = Buffer.alloc(0);
  for (const quality of [70, 76, 80, 84, 88, 91, 94]) {
    const image = sharp(pixels, { raw: { ...SIZE, channels: 3 } }).jpeg({ quality });
    const jpeg = await (hasProfile ? image.withIccProfile('srgb') : image).toBuffer();
    if (Math.abs(jpeg.length - BYTES) < Math.abs(nearest.length - BYTES)) nearest = jpeg;
  }
  return nearest;
}

/** SOF0 of 4000 × 3000 pixels in three channels, and SOS: what a reader of the head looks for. */
const FRAME = Buffer.from('ffc00011080bb80fa003012200021101031101', 'hex');
const SCAN = Buffer.from('ffda000c03010002110311003f00', 'hex');
/** A table of quantisation that says how long it is. */
const TABLE = Buffer.from('ffd8ffdb003c', 'hex');
const VARIED = 58;
const HEAD_BYTES = TABLE.length + VARIED + FRAME.length + SCAN.length;

/** Makes files of this size that begin like a photo of 12 megapixels and differ in their first bytes, without the cost of one. */
export function photoBytesOf(bytes: number): () => Buffer[] {
  const tail = randomBytes(bytes - HEAD_BYTES);
  return () => [Buffer.concat([TABLE, randomBytes(VARIED), FRAME, SCAN]), tail];
}
