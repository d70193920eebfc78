import {
  MAX_PAGE_PICTURE_BYTES,
  MAX_PRODUCT_FILE_BYTES,
  type ProductFilePurpose,
} from '@keepsake/contracts/creations/online-products';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Received, Sent } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { type CalledProduct, mayWrite } from './save-product.ts';
import {
  type FilePlace,
  findFile,
  lockProduct,
  type NewFile,
  pushProducts,
  readPlaces,
  saveFile,
} from './store.ts';

type FileDeps = Pick<Deps, 'db' | 'clock' | 'sentFiles' | 'onPagesChanged'>;
type SentFile = Sent & CalledProduct;
type Position = Pick<FilePlace, 'purpose' | 'place'>;

/** Stores the picture of a page. */
export async function putPage(
  deps: FileDeps,
  { place, ...sent }: SentFile & { place: number },
): Promise<{ fileId: string }> {
  const position: Position = { purpose: 'page', place };
  const existing = await findSent(deps, sent, position);
  if (existing) return { fileId: existing.id };
  await using received = await deps.sentFiles.receive(sent, MAX_PAGE_PICTURE_BYTES);
  return { fileId: await store(deps, received, { sent, position, file: newFile(sent, received.bytes) }) };
}

/** Stores a pdf of a product as sent. */
export async function putDocument(
  deps: FileDeps,
  { purpose, ...sent }: SentFile & { purpose: ProductFilePurpose },
): Promise<{ fileId: string; bytes: number }> {
  const position: Position = { purpose, place: 0 };
  const existing = await findSent(deps, sent, position);
  if (existing) return { fileId: existing.id, bytes: existing.bytes };
  await using received = await deps.sentFiles.receive(sent, MAX_PRODUCT_FILE_BYTES);
  const file = newFile(sent, received.bytes);
  return { fileId: await store(deps, received, { sent, position, file }), bytes: file.bytes };
}

/** The same file, if it was sent before. Throws `not-found` if there is no such product or page. */
async function findSent(
  { db, sentFiles }: Pick<FileDeps, 'db' | 'sentFiles'>,
  sent: SentFile,
  position: Position,
) {
  const place = await requirePlace(db, sent, position);
  const existing = await findFile(db, place);
  if (existing?.sha256.toString('hex') !== sent.sha256) return undefined;
  return (await sentFiles.isStored({ ...existing, purpose: position.purpose })) ? existing : undefined;
}

async function requirePlace(
  db: Queryable,
  sent: SentFile,
  { purpose, place }: Position,
): Promise<FilePlace & { pagesCount: number }> {
  const { service, customerId, productCode: code } = sent;
  const product = await lockProduct(db, { customerId, code });
  const pagesCount = product?.pages.length ?? 0;
  if (!product || !mayWrite(service, product) || place > pagesCount) throw new Problem('not-found');
  return { customerId, productId: product.id, purpose, place, pagesCount };
}

function newFile({ customerId, sha256 }: SentFile, bytes: number): Omit<NewFile, 'picture'> {
  const id = newId();
  return { id, objectKey: `online-products/${customerId}/${id}`, sha256: Buffer.from(sha256, 'hex'), bytes };
}

type Stored = { sent: SentFile; position: Position; file: Omit<NewFile, 'picture'> };

/** Screens are notified of the first opening and of every few further pages, so that a viewer sees the book grow. */
const NOTIFIED_FIRST = 3;
const NOTIFIED_EVERY = 8;

/**
 * Of two that are sent at the same time, the one stored last replaces the other. Screens are notified of the last missing page and
 * of documents, but not of each of hundreds of pages.
 */
async function store(deps: FileDeps, received: Received, { sent, position, file }: Stored): Promise<string> {
  const stored = { customerId: sent.customerId, objectKey: file.objectKey, purpose: position.purpose };
  return await deps.sentFiles.store(received, stored, async (trx, picture) => {
    const place = await requirePlace(trx, sent, position);
    const now = deps.clock();
    await saveFile(trx, place, { ...file, picture, now });
    await deps.onPagesChanged(trx, { customerId: place.customerId, code: sent.productCode });
    const isNotified =
      place.place <= NOTIFIED_FIRST ||
      place.place % NOTIFIED_EVERY === 0 ||
      (await readPlaces(trx, place)).length === place.pagesCount;
    if (isNotified) await pushProducts(trx, place.customerId, now);
    return file.id;
  });
}
