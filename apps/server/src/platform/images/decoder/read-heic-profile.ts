import sharp from 'sharp';
import { callFallible, type HeifLibrary, readUint32, withMemory } from './heif-library.ts';

/** ISO/IEC 23091-2 colour primaries 12: Display P3, what iPhones shoot in. */
const DISPLAY_P3 = 12;
/** Offset of color_primaries in heif_color_profile_nclx. */
const PRIMARIES_OFFSET = 4;

/**
 * The ICC profile of a HEIC image's pixels, or undefined for sRGB. Of profiles by number (nclx) Display P3 counts;
 * wider ones belong to high dynamic range, which an 8-bit JPEG cannot show anyway.
 */
export async function readHeicProfile(heif: HeifLibrary, handle: number): Promise<Uint8Array | undefined> {
  const bytes = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (bytes > 0) {
    return withMemory(heif, bytes, (at) => {
      callFallible(heif, heif._heif_image_handle_get_raw_color_profile, handle, at);
      return heif.HEAPU8.slice(at, at + bytes);
    });
  }
  return readPrimaries(heif, handle) === DISPLAY_P3 ? displayP3Profile() : undefined;
}

function readPrimaries(heif: HeifLibrary, handle: number): number | undefined {
  return withMemory(heif, 4, (out) => {
    try {
      callFallible(heif, heif._heif_image_handle_get_nclx_color_profile, handle, out);
    } catch {
      return undefined; // says so by an error when there is none
    }
    const profile = readUint32(heif, out);
    const primaries = readUint32(heif, profile + PRIMARIES_OFFSET);
    heif._heif_nclx_color_profile_free(profile);
    return primaries;
  });
}

/** libvips carries the profile: a pixel tagged with it gives it away. */
async function displayP3Profile(): Promise<Uint8Array | undefined> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  const tagged = await pixel.withIccProfile('p3').png().toBuffer();
  return (await sharp(tagged).metadata()).icc;
}
