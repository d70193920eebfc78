import { type Box, CUT_AT_TOP } from '@keepsake/contracts/creations/book-layout';
import sharp, { type OverlayOptions } from 'sharp';
import type { DrawnPage } from './plan-book.ts';
import { breakLines, outlineOf } from './typeface.ts';

/** A page with the files of its photos. */
export type PageToDraw = Omit<DrawnPage, 'photos'> & { photos: readonly (Box & { file: string })[] };

/** Long edge of a page's picture, in pixels. */
const LONG_EDGE = 2_000;
const JPEG = { quality: 88, chromaSubsampling: '4:4:4' };

/** Draws a page into a JPEG file. Photos are upright JPEGs in sRGB. */
export async function drawPicture(page: PageToDraw, output: string): Promise<void> {
  const scale = LONG_EDGE / Math.max(page.width, page.height);
  const width = Math.round(page.width * scale);
  const height = Math.round(page.height * scale);
  const layers: OverlayOptions[] = [];
  for (const photo of page.photos) layers.push(await layerOf(photo, scale));
  layers.push({ input: Buffer.from(drawWords(page, { width, height })), left: 0, top: 0 });
  const paper = sharp({ create: { width, height, channels: 3, background: page.paper } });
  await paper.composite(layers).withIccProfile('srgb').jpeg(JPEG).toFile(output);
}

async function layerOf({ file, ...box }: Box & { file: string }, scale: number): Promise<OverlayOptions> {
  const left = Math.round(box.x * scale);
  const top = Math.round(box.y * scale);
  const width = Math.round((box.x + box.width) * scale) - left;
  const height = Math.round((box.y + box.height) * scale) - top;
  const whole = sharp(file);
  const { width: from = 1, height: fromHeight = 1 } = await whole.metadata();
  const part = partFor({ width: from, height: fromHeight }, width / height);
  const { data, info } = await whole
    .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width, height, channels: info.channels }, left, top };
}

/** The crop of a picture that fills a box of another shape: of the height, more is cut off at the bottom. */
export function partFor({ width, height }: { width: number; height: number }, ratio: number): Box {
  if (width / height > ratio) {
    const part = Math.max(1, Math.round(height * ratio));
    return { x: Math.floor((width - part) / 2), y: 0, width: Math.min(part, width), height };
  }
  const part = Math.min(height, Math.max(1, Math.round(width / ratio)));
  return { x: 0, y: Math.floor((height - part) * CUT_AT_TOP), width, height: part };
}

function drawWords(page: PageToDraw, { width, height }: { width: number; height: number }): string {
  const lines = page.words.flatMap((words) => breakLines(words).map((line) => outlineOf(line, words.colour)));
  const shade = page.hasShade
    ? `<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.62"/>
      </linearGradient></defs>
      <rect x="0" y="${page.height / 2}" width="${page.width}" height="${page.height / 2}" fill="url(#shade)"/>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${page.width} ${page.height}">${shade}${lines.join('')}</svg>`;
}
