import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Box } from '@keepsake/contracts/creations/book-layout';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { type PageToDraw, partFor } from './draw-picture.ts';
import { breakLines } from './typeface.ts';

/** Bleed around a page in millimetres, which is cut off: photos that fill a page extend over it. */
const BLEED = 3;
const POINTS_PER_MM = 72 / 25.4;

type Pdf = InstanceType<typeof PDFDocument>;
export type PdfToDraw = { pages: readonly PageToDraw[]; title: string; language: string };

/**
 * Draws a book as a print-ready pdf file: single pages from cover to cover, each with its bleed and its trim box. The photos are
 * embedded without recompression.
 */
export async function drawPdf({ pages, title, language }: PdfToDraw, output: string): Promise<void> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: { Title: title, Producer: 'Keepsake', Creator: 'Keepsake' },
  });
  const file = createWriteStream(output, { mode: 0o600 });
  pdf.pipe(file);
  async function draw(): Promise<void> {
    for (const page of pages) await drawPage(pdf, page);
    pdf.end();
  }
  // Listened to from the start: a file that cannot be written would otherwise end the process.
  await Promise.all([finished(file), draw()]);
}

async function drawPage(pdf: Pdf, page: PageToDraw): Promise<void> {
  const points = (millimetres: number) => millimetres * POINTS_PER_MM;
  const whole = { width: page.width + 2 * BLEED, height: page.height + 2 * BLEED };
  pdf.addPage({ size: [points(whole.width), points(whole.height)], margin: 0 });
  const trim = [BLEED, BLEED, BLEED + page.width, BLEED + page.height].map(points);
  // Viewers show the trimmed page; the press takes the whole of it.
  const edges = [0, 0, points(whole.width), points(whole.height)];
  Object.assign(pdf.page.dictionary.data, { TrimBox: trim, CropBox: trim, BleedBox: edges });
  pdf.save().scale(POINTS_PER_MM).translate(BLEED, BLEED);
  pdf.rect(-BLEED, -BLEED, whole.width, whole.height).fill(page.paper);
  for (const photo of page.photos) await drawPhoto(pdf, withBleed(photo, page), photo.file);
  if (page.hasShade) drawShade(pdf, page);
  for (const words of page.words) {
    for (const { text, x, y, size, face } of breakLines(words)) {
      pdf.registerFont(face.name, face.bytes).font(face.name).fontSize(size).fillColor(words.colour);
      pdf.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
    }
  }
  pdf.restore();
}

/** Extends a box over the bleed where it touches an edge of its page. */
function withBleed({ x, y, width, height }: Box, page: Pick<PageToDraw, 'width' | 'height'>): Box {
  const reaches = (one: number, other: number) => (Math.abs(one - other) < 0.01 ? BLEED : 0);
  const [left, top] = [reaches(x, 0), reaches(y, 0)];
  const right = reaches(x + width, page.width);
  const bottom = reaches(y + height, page.height);
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom };
}

async function drawPhoto(pdf: Pdf, box: Box, file: string): Promise<void> {
  const { width, height } = await sharp(file).metadata();
  const part = partFor({ width, height }, box.width / box.height);
  const scale = box.width / part.width;
  pdf.save().rect(box.x, box.y, box.width, box.height).clip();
  pdf.image(file, box.x - part.x * scale, box.y - part.y * scale, {
    width: width * scale,
    height: height * scale,
  });
  pdf.restore();
}

function drawShade(pdf: Pdf, { width, height }: PageToDraw): void {
  const shade = pdf.linearGradient(0, height / 2, 0, height + BLEED);
  shade.stop(0, '#000000', 0).stop(1, '#000000', 0.62);
  pdf.rect(-BLEED, height / 2, width + 2 * BLEED, height / 2 + BLEED).fill(shade);
}
