import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { drawPdf } from './draw-pdf.ts';

test('a pdf whose folder is gone is a failure of its caller, and ends no process', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-pdf-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'photo.png');
  await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } }).toFile(file);
  const photos = [{ x: 0, y: 0, width: 40, height: 30, file }];
  const page = { width: 40, height: 30, paper: '#ffffff', photos, words: [], hasShade: false };
  const gone = path.join(folder, 'no-such-folder', 'product.pdf');
  const drawing = drawPdf({ pages: [page, page], title: 'Our year', language: 'en' }, gone);
  await expect(drawing).rejects.toThrow('ENOENT');
});
