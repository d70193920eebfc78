import sharp from 'sharp';
import { ImageError } from '../image.ts';
import {
  callFallible,
  ERROR_BYTES,
  type HeifLibrary,
  readError,
  readUint32,
  toImageError,
  withMemory,
} from './heif-library.ts';
import { outcomeOfHeif } from './outcomes.ts';
import { fitPixels, type Pixels } from './pixels.ts';

/** heif_colorspace_RGB, heif_chroma_interleaved_RGB and _RGBA, heif_channel_interleaved. */
const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED_RGBA = 11;
const INTERLEAVED = 10;

/** Interleaved 8-bit RGB or RGBA. */
type Plane = Pixels & { channels: 3 | 4 };
/** Tiles as a viewer sees them: rotated and mirrored, the first ones cropped. */
type Tiling = { columns: number; rows: number; width: number; height: number; left: number; top: number };

/** How a HEIC is decoded: whole, or tile by tile, each of them scaled down at once. */
export type HeicPlan = {
  width: number;
  height: number;
  edge: number;
  channels: 3 | 4;
  tiling: Tiling | null;
  /** By what tiles are divided. */
  shrink: number;
  /** Memory that the decode takes at its peak. */
  heldBytes: number;
};

/** Larger ones are decoded tile by tile, if they have tiles: most phones' photos are smaller, and quicker in one piece. */
const MAX_WHOLE_PIXELS = 30_000_000;
/** What libheif takes per pixel of a whole picture, measured: YCbCr and RGB of 8 bits; more bits take twice as many for YCbCr. */
const BYTES_PER_PIXEL = 7.5;
const DEEP_BYTES_PER_PIXEL = 10;
/** Scaled down tiles are at least this many times as large as the result, which is then made of whole pixels. */
const SPARE = 2;

/** Plans a decode of an image with these dimensions to fit a square of `edge` pixels. */
export function planDecode(
  heif: HeifLibrary,
  handle: number,
  { width, height, edge }: { width: number; height: number; edge: number },
): HeicPlan {
  const channels = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
  const plan = { width, height, edge, channels, tiling: null, shrink: 1 } as const;
  const tiling = width * height > MAX_WHOLE_PIXELS ? readTiling(heif, handle) : null;
  if (!tiling) {
    const isDeep = heif._heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
    return { ...plan, heldBytes: width * height * (isDeep ? DEEP_BYTES_PER_PIXEL : BYTES_PER_PIXEL) };
  }
  let shrink = 1;
  const isExact = (by: number) => tiling.width % by === 0 && tiling.height % by === 0;
  while (isExact(shrink * 2) && Math.max(width, height) / (shrink * 2) >= SPARE * edge) shrink *= 2;
  const canvas = (tiling.columns * tiling.width * tiling.rows * tiling.height * channels) / shrink ** 2;
  return { ...plan, tiling, shrink, heldBytes: canvas };
}

/** Offsets in heif_image_tiling. */
const TILING = {
  columns: 4,
  rows: 8,
  width: 12,
  height: 16,
  imageWidth: 20,
  imageHeight: 24,
  top: 28,
  left: 32,
};
const TILING_BYTES = 72;

/** Null for an image in one piece, and for one that its container crops: libheif crops only whole images. */
function readTiling(heif: HeifLibrary, handle: number): Tiling | null {
  const stored = readTilingStruct(heif, handle, { isTurned: false });
  const { columns, rows, width, height, ...turned } = readTilingStruct(heif, handle, { isTurned: true });
  const area = heif._heif_image_handle_get_width(handle) * heif._heif_image_handle_get_height(handle);
  const isCropped = stored.imageWidth * stored.imageHeight !== area;
  if (columns * rows < 2 || width * height === 0 || isCropped) return null;
  // libheif is right about the sides at which tiles stand out, but not about how far they do.
  const left = turned.left === 0 ? 0 : columns * width - turned.imageWidth;
  const top = turned.top === 0 ? 0 : rows * height - turned.imageHeight;
  return { columns, rows, width, height, left, top };
}

function readTilingStruct(heif: HeifLibrary, handle: number, { isTurned }: { isTurned: boolean }) {
  return withMemory(heif, TILING_BYTES, (at) => {
    callFallible(heif, heif._heif_image_handle_get_image_tiling, handle, Number(isTurned), at);
    const read = (name: keyof typeof TILING) => readUint32(heif, at + TILING[name]);
    return {
      columns: read('columns'),
      rows: read('rows'),
      width: read('width'),
      height: read('height'),
      imageWidth: read('imageWidth'),
      imageHeight: read('imageHeight'),
      left: read('left'),
      top: read('top'),
    };
  });
}

/** The pixels of an image on white, scaled as planned. Missing tiles are an error: TRUNCATED. */
export async function decodeHeic(heif: HeifLibrary, handle: number, plan: HeicPlan): Promise<Pixels> {
  if (plan.tiling) return decodeTiles(heif, handle, { ...plan, tiling: plan.tiling });
  const decode = (out: number, chroma: number) =>
    callFallible(heif, heif._heif_decode_image, handle, out, RGB, chroma, 0);
  return withPlane(heif, handle, { decode, channels: plan.channels }, (plane) =>
    fitPixels(sharp(plane.data, asRawPlane(plane)), plan.edge),
  );
}

const asRawPlane = ({ width, height, channels }: Plane) => ({ raw: { width, height, channels } });

type TilePlan = HeicPlan & { tiling: Tiling };

async function decodeTiles(heif: HeifLibrary, handle: number, plan: TilePlan): Promise<Pixels> {
  const { tiling, shrink, channels, edge } = plan;
  const tile = { width: tiling.width / shrink, height: tiling.height / shrink };
  const canvas = { width: tiling.columns * tile.width, height: tiling.rows * tile.height, channels };
  const data = new Uint8Array(canvas.width * canvas.height * channels);
  for (let row = 0; row < tiling.rows; row++) {
    for (let column = 0; column < tiling.columns; column++) {
      const decode = (out: number, chroma: number) =>
        callFallible(
          heif,
          heif._heif_image_handle_decode_image_tile,
          handle,
          out,
          RGB,
          chroma,
          0,
          column,
          row,
        );
      const shrunk = await withPlane(heif, handle, { decode, channels }, (plane) =>
        sharp(plane.data, asRawPlane(plane))
          .resize({ ...tile, fit: 'fill' })
          .raw()
          .toBuffer(),
      );
      for (let line = 0; line < tile.height; line++) {
        const at = ((row * tile.height + line) * canvas.width + column * tile.width) * channels;
        data.set(shrunk.subarray(line * tile.width * channels, (line + 1) * tile.width * channels), at);
      }
    }
  }
  return fitPixels(sharp(data, { raw: canvas }).extract(visiblePart(plan, canvas)), edge);
}

/** The part of the tiles that is the image. */
function visiblePart({ tiling, shrink, ...image }: TilePlan, canvas: { width: number; height: number }) {
  const left = Math.min(Math.round(tiling.left / shrink), canvas.width - 1);
  const top = Math.min(Math.round(tiling.top / shrink), canvas.height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(image.width / shrink), canvas.width - left)),
    height: Math.max(1, Math.min(Math.round(image.height / shrink), canvas.height - top)),
  };
}

type Decode = { decode: (out: number, chroma: number) => void; channels: 3 | 4 };

/** Decodes to 8 bits in libheif's own memory, which libvips reads in place: until `use` is done, nothing may call libheif. */
async function withPlane<T>(
  heif: HeifLibrary,
  handle: number,
  { decode, channels }: Decode,
  use: (plane: Plane) => Promise<T>,
): Promise<T> {
  const image = withMemory(heif, 4, (out) => {
    orUnsupported(heif, handle, () => decode(out, channels === 4 ? INTERLEAVED_RGBA : INTERLEAVED_RGB));
    return readUint32(heif, out);
  });
  try {
    refuseDamage(heif, image);
    const plane = packRows(heif, image, channels);
    if (channels === 4 && heif._heif_image_handle_is_premultiplied_alpha(handle)) unpremultiply(plane.data);
    return await use(plane);
  } finally {
    heif._heif_image_release(image);
  }
}

/** The HEVC decoder knows up to twelve bits, and reports more as it reports damage. */
const MAX_BITS = 12;

function orUnsupported(heif: HeifLibrary, handle: number, decode: () => void): void {
  const bits = heif._heif_image_handle_get_luma_bits_per_pixel(handle);
  try {
    decode();
  } catch (error) {
    if (bits <= MAX_BITS || !(error instanceof ImageError) || error.code !== 'TRUNCATED') throw error;
    throw new ImageError('UNSUPPORTED_FORMAT', `${bits} bits: ${error.message}`, { cause: error });
  }
}

/** libheif decodes what it can and only warns about the rest, which customers would see as grey tiles. */
function refuseDamage(heif: HeifLibrary, image: number): void {
  const count = heif._heif_image_get_decoding_warnings(image, 0, 0, 0);
  if (count === 0) return;
  withMemory(heif, count * ERROR_BYTES, (at) => {
    heif._heif_image_get_decoding_warnings(image, 0, at, count);
    for (let index = 0; index < count; index++) {
      const warning = readError(heif, at + index * ERROR_BYTES);
      if (outcomeOfHeif(warning) !== 'harmless') throw toImageError(warning);
    }
  });
}

/** libheif pads rows. Closing the gaps in place saves a copy of the whole picture. */
function packRows(heif: HeifLibrary, image: number, channels: 3 | 4): Plane {
  const width = heif._heif_image_get_width(image, INTERLEAVED);
  const height = heif._heif_image_get_height(image, INTERLEAVED);
  const { plane, stride } = withMemory(heif, 4, (out) => ({
    plane: heif._heif_image_get_plane_readonly(image, INTERLEAVED, out),
    stride: readUint32(heif, out),
  }));
  const rowBytes = width * channels;
  for (let row = 1; stride !== rowBytes && row < height; row++) {
    const from = plane + row * stride;
    heif.HEAPU8.copyWithin(plane + row * rowBytes, from, from + rowBytes);
  }
  return { data: heif.HEAPU8.subarray(plane, plane + rowBytes * height), width, height, channels };
}

/** Colours as they are without their transparency, which libvips expects. */
function unpremultiply(rgba: Uint8Array): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    for (let channel = at; channel < at + 3; channel++) {
      rgba[channel] = alpha === 0 ? 0 : Math.min(255, Math.round(((rgba[channel] ?? 0) * 255) / alpha));
    }
  }
}
