import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BookContent } from '@keepsake/contracts/creations/photo-books';
import sharp from 'sharp';
import { planBook, startDrawer } from '../../apps/server/src/modules/shop/demo-shop/index.ts';
import { type Figure, reported } from '../figure.ts';
import { watchProcesses } from '../ingest/process-tree.ts';
import { median } from '../statistics.ts';

const BARE = fileURLToPath(new URL('../photo-book/bare-book.ts', import.meta.url));
const PAGES = 40;
const ROUNDS = 2;
const PHOTO = { width: 1_300, height: 975 };
const MB = 1024 * 1024;

type Cost = { seconds: number; megabytes: number };

/** A photo book of 40 pages with its PDF, compared with drawing as many pages of the same photos with the bare libraries. */
export async function measurePhotoBook(): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-bench-book-'));
  try {
    const photos = await writePhotos(folder);
    const costs = { book: [] as Cost[], bare: [] as Cost[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [book, bare] = [
        await costOf(() => drawBook(folder, photos)),
        await costOf(() => drawBare(folder, photos)),
      ];
      if (round === 0) continue;
      costs.book.push(book);
      costs.bare.push(bare);
    }
    const figures = (name: keyof Cost, unit: string) =>
      (['book', 'bare'] as const).map((which) =>
        reported({
          figure: which === 'book' ? `photo book of ${PAGES} pages` : 'the bare libraries',
          unit,
          measured: median(costs[which].map((cost) => cost[name])),
          note: which === 'book' ? `pages and pdf, median of ${ROUNDS}` : 'resize and pdf of the same photos',
        }),
      );
    return [...figures('seconds', 's'), ...figures('megabytes', 'MB')];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Duration in seconds, and the peak memory of all drawing processes together. */
async function costOf(draw: () => Promise<void>): Promise<Cost> {
  const watch = watchProcesses(process.pid);
  const started = performance.now();
  await draw();
  const seconds = (performance.now() - started) / 1_000;
  const { children } = watch.stop();
  return { seconds, megabytes: children.reduce((sum, size) => sum + size, 0) / MB };
}

async function drawBook(folder: string, photos: readonly string[]): Promise<void> {
  const content: BookContent = {
    ...{
      kind: 'book',
      format: 'landscape',
      title: 'Kent in June',
      hasDates: false,
      coverPhotoId: photos[0] ?? null,
    },
    pages: photos.map((photo) => ({ photoIds: [photo], layout: 'bleed' })),
  };
  const ratio = PHOTO.width / PHOTO.height;
  const existing = photos.map((id) => ({ id, ratio, takenAt: undefined }));
  const pages = planBook(content, { photos: existing, locale: 'en-GB' }).map((page) => ({
    ...page,
    photos: page.photos.map(({ photoId, ...box }) => ({ ...box, file: photoId })),
  }));
  await using drawer = startDrawer();
  for (const page of pages) await drawer.draw({ output: path.join(folder, 'page.jpg'), what: { page } });
  const pdf = { pages, title: content.title, language: 'en-GB' };
  await drawer.draw({ output: path.join(folder, 'book.pdf'), what: { pdf } });
}

async function drawBare(folder: string, photos: readonly string[]): Promise<void> {
  const child = fork(BARE, [folder, ...photos], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The bare libraries ended with ${code}`);
}

/** Photos of the largest thumbnail size, filled with noise so that they do not compress away. */
async function writePhotos(folder: string): Promise<string[]> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const create = { ...PHOTO, channels: 3 as const, background: '#808080', noise };
  const content = await sharp({ create }).jpeg({ quality: 85 }).toBuffer();
  const files = Array.from({ length: PAGES }, (_, at) => path.join(folder, `photo-${at}.jpg`));
  for (const file of files) await writeFile(file, content);
  return files;
}
