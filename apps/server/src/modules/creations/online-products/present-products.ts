import {
  type DescribedPage,
  type MapPdf,
  type OnlineProduct,
  PRODUCT_KINDS,
  type ProductPage,
  type WholeProduct,
} from '@keepsake/contracts/creations/online-products';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { Problem } from '../../../platform/problem.ts';
import { addressOfDocument, addressOfFile } from '../../exchange/sent-files/index.ts';
import { findOrderedProduct, listMaps as listMapsOfOrders, ORDER_FILES } from '../../orders/orders/index.ts';
import type { CodeRef, Deps } from './deps.ts';
import { findDocuments, PRODUCT_FILES, type ProductDocument } from './documents.ts';
import {
  countListed,
  listMaps,
  type PictureRow,
  type ProductRow,
  type RequestedProducts,
  readListed,
  readPictures,
  readProduct,
} from './read-products.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'signer'>;
type Address = (fileId: string) => string | null;

/** A page of a customer's online products with their covers, and the total. */
export async function listProducts(
  { db, clock, signer }: ReadDeps,
  requested: RequestedProducts,
): Promise<{ items: OnlineProduct[]; total: number }> {
  const { customerId } = requested;
  const [rows, total] = await Promise.all([readListed(db, requested), countListed(db, customerId)]);
  const productIds = rows.map(({ id }) => id);
  const covers = rows.length > 0 ? await readPictures(db, { customerId, productIds, areCovers: true }) : [];
  const byProduct = new Map(covers.map((cover) => [cover.product_id, cover]));
  const now = clock();
  const address: Address = (fileId) =>
    addressOfFile(signer, { area: PRODUCT_FILES, customerId, fileId, now });
  const items = rows.map((row) => {
    const [first] = row.pages;
    const cover = first ? presentPage(first, byProduct.get(row.id), address) : null;
    return { ...fieldsOf(row), pagesCount: countPages(row.pages), cover };
  });
  return { items, total };
}

function fieldsOf(row: ProductRow) {
  return {
    code: row.code,
    channel: row.channel,
    kind: PRODUCT_KINDS.find((kind) => kind === row.kind) ?? 'other',
    title: row.title,
    product: row.product,
    format: row.format,
    createdAt: row.created_at.toISOString(),
    orderCode: row.order_code,
  };
}

const PAGES_OF: Record<DescribedPage['kind'], number> = {
  'front-cover': 0,
  page: 1,
  spread: 2,
  'back-cover': 0,
};
const countPages = (pages: readonly DescribedPage[]) =>
  pages.reduce((sum, { kind }) => sum + PAGES_OF[kind], 0);

/** Uses the measures of the picture, whose shape may differ from what was announced. */
function presentPage(page: DescribedPage, picture: PictureRow | undefined, address: Address): ProductPage {
  return {
    kind: page.kind,
    width: picture?.width ?? page.width,
    height: picture?.height ?? page.height,
    thumbhash: picture?.thumbhash?.toString('base64') ?? null,
    hasPicture: picture !== undefined,
    pictureUrl: picture ? address(picture.id) : null,
  };
}

/** A product with its pages and files. Throws `not-found` for one that is not the customer's. */
export async function presentProduct(
  deps: ReadDeps,
  ref: CodeRef,
  { hasUrls }: { hasUrls: boolean },
): Promise<WholeProduct> {
  const { db, clock, signer } = deps;
  const { customerId } = ref;
  const row = await readProduct(db, ref);
  if (!row) return presentOrdered(deps, ref, { hasUrls });
  const [pictures, files] = await Promise.all([
    readPictures(db, { customerId, productIds: [row.id] }),
    findDocuments(db, ref, row),
  ]);
  const now = clock();
  const byPlace = new Map(pictures.map((picture) => [picture.place, picture]));
  const address: Address = (fileId) =>
    hasUrls ? addressOfFile(signer, { area: PRODUCT_FILES, customerId, fileId, now }) : null;
  return {
    ...fieldsOf(row),
    pagesCount: countPages(row.pages),
    pages: row.pages.map((page, at) => presentPage(page, byPlace.get(at + 1), address)),
    files: presentFiles(files, ({ area, fileId }) =>
      hasUrls ? addressOfDocument(signer, { area, customerId, fileId, now }) : null,
    ),
  };
}

/** A product of an order that has documents but no pages to look at. */
async function presentOrdered(
  { db, clock, signer }: ReadDeps,
  ref: CodeRef,
  { hasUrls }: { hasUrls: boolean },
): Promise<WholeProduct> {
  const { customerId, code } = ref;
  const [ordered, files] = await Promise.all([
    findOrderedProduct(db, customerId, code),
    findDocuments(db, ref),
  ]);
  if (!ordered || files.length === 0) throw new Problem('not-found');
  const { createdAt, orderCode, title, channel } = ordered;
  const now = clock();
  return {
    code,
    channel,
    kind: 'other',
    title,
    product: null,
    format: null,
    orderCode,
    createdAt: createdAt.toISOString(),
    pagesCount: 0,
    pages: [],
    files: presentFiles(files, ({ area, fileId }) =>
      hasUrls ? addressOfDocument(signer, { area, customerId, fileId, now }) : null,
    ),
  };
}

function presentFiles(files: readonly ProductDocument[], url: (file: ProductDocument) => string | null) {
  return files
    .map((file) => ({
      purpose: file.purpose,
      bytes: file.bytes,
      url: url(file),
    }))
    .toSorted((a, b) => b.purpose.localeCompare(a.purpose));
}

/** Maximum maps per answer. */
const MAX_MAPS = 100;

/** The maps of a customer's products, sent with an order or with an online product, most recent first. */
export async function presentMaps(
  { db, clock, signer }: ReadDeps,
  customerId: CustomerId,
): Promise<{ items: MapPdf[] }> {
  const [own, ordered] = await Promise.all([
    listMaps(db, customerId, MAX_MAPS),
    listMapsOfOrders(db, customerId, MAX_MAPS),
  ]);
  const now = clock();
  const present = (rows: typeof own, area: string) =>
    rows.map(({ id, productCode, title, createdAt, bytes }) => ({
      productCode,
      title,
      bytes,
      createdAt: createdAt.toISOString(),
      url: addressOfDocument(signer, { area, customerId, fileId: id, now }),
    }));
  const items = [...present(own, PRODUCT_FILES), ...present(ordered, ORDER_FILES)];
  return { items: items.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, MAX_MAPS) };
}
