import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** Baseline of a photo book: each photo as a page of the same size, and a PDF of the same photos, using the bare libraries. */
const [folder = '', ...photos] = process.argv.slice(2);
const PAGE = { width: 2_000, height: 1_500 };
sharp.concurrency(1);
sharp.cache(false);
for (const photo of photos) {
  const picture = sharp(photo).resize(PAGE.width, PAGE.height);
  await picture.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toFile(path.join(folder, 'bare.jpg'));
}
const pdf = new PDFDocument({ autoFirstPage: false, margin: 0 });
const file = createWriteStream(path.join(folder, 'bare.pdf'));
pdf.pipe(file);
for (const photo of photos) {
  const size: [number, number] = [800, 600];
  pdf.addPage({ size, margin: 0 }).image(photo, 0, 0, { width: size[0], height: size[1] });
}
pdf.end();
await finished(file);
process.send?.('drawn');
