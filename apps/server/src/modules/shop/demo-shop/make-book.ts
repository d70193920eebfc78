import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BookContent } from '@keepsake/contracts/creations/photo-books';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { BorrowedFile } from '../../../platform/objects/object-store.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import { requireShopChannel } from './articles.ts';
import { bookPhotoOf, marketOf, photoIdsOf, readPhotos } from './demo-projects.ts';
import type { ShopDeps } from './deps.ts';
import type { PageToDraw } from './photo-book/draw-picture.ts';
import { type DrawnPage, planBook, planCover } from './photo-book/plan-book.ts';
import { startDrawer } from './photo-book/start-drawer.ts';
import { bookCodeOf, nameIn } from './project-products.ts';
import { type DemoProject, findProject, type ProjectRef } from './project-store.ts';
import { findShopOrder, type ShopOrder } from './shop-orders.ts';

/** Shows a photo book's cover among the saved projects. Prints show their first photo there. */
export async function showCover(deps: ShopDeps, ref: ProjectRef, signal?: AbortSignal): Promise<void> {
  const project = await findProject(deps.db, ref);
  if (!project || project.orderCode !== null || project.content.kind !== 'book') return;
  const { content, channel } = project;
  const planned = await planFor(deps, ref.customerId, { content, channel });
  const picture = await drawOne(deps, {
    customerId: ref.customerId,
    page: planCover(content, planned),
    signal,
  });
  await deps.intake.putProjectPicture({ customerId: ref.customerId, projectCode: ref.code }, picture);
}

/**
 * Makes the photo book of an order once production begins: it appears among the customer's online products, its pages one after
 * the other as they are drawn, and finally the pdf. A killed job resumes with the missing pages.
 */
export async function makeBook(deps: ShopDeps, ref: OrderRef, signal?: AbortSignal): Promise<void> {
  const { customerId, orderCode } = ref;
  const entry = await findShopOrder(deps.db, ref);
  if (!entry?.projectCode) return;
  const project = await findProject(deps.db, { customerId, code: entry.projectCode });
  if (project?.content.kind !== 'book') return;
  const { content, channel } = project;
  const planned = await planFor(deps, customerId, { content, channel });
  const pages = planBook(content, { ...planned, pagesCount: entry.chosen.pages });
  const productCode = bookCodeOf(orderCode);
  const product = { customerId, productCode };
  const missing = await deps.intake.saveProduct(productCode, productOf(deps, { ref, entry, project, pages }));
  await using folder = await makeScratchFolder(deps.dataDir);
  await using files = borrowFiles(deps, customerId);
  await using drawer = startDrawer(signal);
  const draw = async (name: string, what: Parameters<typeof drawer.draw>[0]['what']) => {
    const output = path.join(folder.path, name);
    await drawer.draw({ output, what });
    return readFile(output);
  };
  for (const place of missing) {
    const page = pages[place - 1];
    if (!page) continue;
    const picture = await draw('page.jpg', { page: await files.add(page) });
    if (place === 1) await deps.intake.putThumbnail({ orderCode, productCode, content: picture });
    await deps.intake.putProductPage({ ...product, place }, picture);
  }
  const drawn: PageToDraw[] = [];
  for (const page of pages) drawn.push(await files.add(page));
  const title = content.title.trim() || orderCode;
  const pdf = await draw('product.pdf', { pdf: { pages: drawn, title, language: planned.locale } });
  await deps.intake.putProductPdf(product, pdf);
}

type Made = { ref: OrderRef; entry: ShopOrder; project: DemoProject; pages: readonly DrawnPage[] };

function productOf(
  deps: Pick<ShopDeps, 'articlesOf'>,
  { ref, entry, project, pages }: Made,
): Parameters<ShopDeps['intake']['saveProduct']>[1] {
  const { width, height } = pages[0] ?? { width: 1, height: 1 };
  const { title } = project.content.kind === 'book' ? project.content : { title: '' };
  const last = pages.length - 1;
  return {
    customerId: ref.customerId,
    channel: project.channel,
    version: 1,
    kind: 'book',
    ...(title.trim() && { title: title.trim() }),
    product: nameIn(project.content, marketOf(deps, project.channel)),
    format: { width, height },
    orderCode: ref.orderCode,
    createdAt: entry.startedAt.toISOString(),
    pages: pages.map((page, at) => ({
      kind: at === 0 ? 'front-cover' : at === last ? 'back-cover' : 'page',
      width: page.width,
      height: page.height,
    })),
  };
}

/** Draws one page in a separate process, as a JPEG. */
async function drawOne(
  deps: Pick<ShopDeps, 'dataDir' | 'borrowThumbnail'>,
  { customerId, page, signal }: { customerId: CustomerId; page: DrawnPage; signal?: AbortSignal },
): Promise<Buffer> {
  await using folder = await makeScratchFolder(deps.dataDir);
  await using files = borrowFiles(deps, customerId);
  await using drawer = startDrawer(signal);
  const output = path.join(folder.path, 'page.jpg');
  await drawer.draw({ output, what: { page: await files.add(page) } });
  return await readFile(output);
}

type Book = { content: BookContent; channel: string };

async function planFor(
  deps: Pick<ShopDeps, 'presentPhotos'>,
  customerId: CustomerId,
  { content, channel }: Book,
) {
  const photos = await readPhotos(deps, customerId, photoIdsOf(content));
  return { photos: photos.map(bookPhotoOf), locale: requireShopChannel(channel).locale };
}

/** The files of a customer's photos, each borrowed once until all are returned. */
function borrowFiles({ borrowThumbnail }: Pick<ShopDeps, 'borrowThumbnail'>, customerId: CustomerId) {
  const borrowed = new Map<string, BorrowedFile | null>();
  async function fileOf(photoId: string): Promise<string | null> {
    const file = borrowed.has(photoId)
      ? borrowed.get(photoId)
      : await borrowThumbnail({ customerId, photoId });
    borrowed.set(photoId, file ?? null);
    return file?.path ?? null;
  }
  return {
    /** A page with the files of its photos, omitting those without one. */
    async add({ photos, ...page }: DrawnPage): Promise<PageToDraw> {
      const found: PageToDraw['photos'][number][] = [];
      for (const { photoId, ...box } of photos) {
        const file = await fileOf(photoId);
        if (file !== null) found.push({ ...box, file });
      }
      return { ...page, photos: found };
    },
    async [Symbol.asyncDispose]() {
      for (const file of borrowed.values()) await file?.[Symbol.asyncDispose]();
    },
  };
}
