import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BookContent } from '@keepsake/contracts/creations/photo-books';
import { planBook, startDrawer } from '../../apps/server/src/modules/shop/demo-shop/index.ts';
import { startChild } from '../harness/child-process.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { noise } from '../harness/pictures.ts';
import { watchMemory } from '../harness/process-tree.ts';
import { paired } from '../harness/rounds.ts';

const BARE = new URL('../processes/bare-book.ts', import.meta.url);
const PAGES = 40;
const ROUNDS = 2;
const PHOTO = { width: 1_300, height: 975 };

type Cost = { seconds: number; megabytes: number };

/** A photo book of 40 pages with its PDF, compared with drawing as many pages of the same photos with the bare libraries. */
export async function measure(): Promise<Figure[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'keepsake-bench-book-'));
  const photos = await writePhotos(folder.path);
  const costs = await paired(
    {
      book: () => costOf(() => drawBook(folder.path, photos)),
      bare: () => costOf(() => drawBare(folder.path, photos)),
    },
    ROUNDS,
  );
  const figures = (name: keyof Cost, unit: string) => {
    const of = (which: keyof typeof costs) => costs[which].map((cost) => cost[name]);
    const note = `pages and pdf, median of ${ROUNDS}`;
    return [
      figure(`photo book of ${PAGES} pages`, of('book'), unit, { note }),
      figure('the bare libraries', of('bare'), unit, { note: 'resize and pdf of the same photos' }),
    ];
  };
  return [...figures('seconds', 's'), ...figures('megabytes', 'MB')];
}

/** Duration, and the peak memory of all drawing processes together. */
async function costOf(draw: () => Promise<void>): Promise<Cost> {
  const watch = watchMemory(process.pid);
  const started = performance.now();
  await draw();
  const seconds = (performance.now() - started) / 1_000;
  const { total, server } = watch.stop();
  return { seconds, megabytes: total - server };
}

async function drawBook(folder: string, photos: readonly string[]): Promise<void> {
  const title = 'Kent in June';
  const content: BookContent = {
    kind: 'book',
    format: 'landscape',
    title,
    hasDates: false,
    coverPhotoId: photos[0] ?? null,
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
  const pdf = { pages, title, language: 'en-GB' };
  await drawer.draw({ output: path.join(folder, 'book.pdf'), what: { pdf } });
}

async function drawBare(folder: string, photos: readonly string[]): Promise<void> {
  const args = [folder, ...photos];
  await using _child = await startChild(BARE, { args, execArgv: ['--disable-warning=ExperimentalWarning'] });
}

/** Photos of the largest thumbnail size, which do not compress away. */
async function writePhotos(folder: string): Promise<string[]> {
  const content = await noise(PHOTO, 30).jpeg({ quality: 85 }).toBuffer();
  const files = Array.from({ length: PAGES }, (_, at) => path.join(folder, `photo-${at}.jpg`));
  for (const file of files) await writeFile(file, content);
  return files;
}
