import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { asRaw, type Pixels } from './pixels.ts';

/**
 * The library takes up to 100 pixels an edge; the hash keeps at most 7 waves, which 50 pixels show as well for a
 * quarter of the time.
 */
const HASH_EDGE = 50;

/** The thumbhash of an opaque image, about 25 bytes. */
export async function computeThumbhash(pixels: Pixels): Promise<Uint8Array> {
  const { data, info } = await sharp(pixels.data, asRaw(pixels))
    .resize({ width: HASH_EDGE, height: HASH_EDGE, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return rgbaToThumbHash(info.width, info.height, data);
}
