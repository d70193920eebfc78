import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** A small picture with enough detail to be as large as a photo's thumbnail: about 20 kB. */
export async function writeThumbnail(file: string, [width, height] = [300, 225]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .blur(0.8)
    .jpeg({ quality: 80 })
    .toFile(file);
}
