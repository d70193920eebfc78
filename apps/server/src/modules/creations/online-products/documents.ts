import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyReply } from 'fastify';
import { createNaming } from '../../../platform/archive/safe-names.ts';
import type { Served } from '../../../platform/http/mount-signed.ts';
import { Problem } from '../../../platform/problem.ts';
import { sendDocument } from '../../exchange/sent-files/index.ts';
import { findProductFiles, ORDER_FILES } from '../../orders/orders/index.ts';
import type { CodeRef, Deps } from './deps.ts';
import { type ProductRow, readDocuments, readFile, readProduct } from './read-products.ts';
import type { DocumentPurpose } from './store.ts';

/** Identifies files of online products in addresses. */
export const PRODUCT_FILES = 'online-products';

export type ProductDocument = {
  /** Where the file belongs: to the online product or to an order. */
  area: string;
  fileId: string;
  purpose: DocumentPurpose;
  objectKey: string;
  bytes: number;
};

/** The documents of a product: its own, and for those it lacks the ones that came with its order. */
export async function findDocuments(
  db: Deps['db'],
  { customerId, code }: CodeRef,
  product?: Pick<ProductRow, 'id'>,
): Promise<ProductDocument[]> {
  const [own, ordered] = await Promise.all([
    product ? readDocuments(db, { customerId, productId: product.id }) : [],
    findProductFiles(db, customerId, code),
  ]);
  const lacking = ordered.filter(({ purpose }) => !own.some((file) => file.purpose === purpose));
  return [
    ...own.map(({ id: fileId, ...file }) => ({ ...file, fileId, area: PRODUCT_FILES })),
    ...lacking.map(({ id: fileId, ...file }) => ({ ...file, fileId, area: ORDER_FILES })),
  ];
}

/** A page's picture or a document by its id, for its address. */
export async function findFile(db: Deps['db'], customerId: CustomerId, fileId: string) {
  const file = await readFile(db, customerId, fileId);
  return file && { ...file, fileName: fileNameOf(file) };
}

/** [PDT-03] Sends the pdf of a product. Throws `not-found` if there is none. */
export async function sendPdf(
  deps: Pick<Deps, 'db' | 'objects'>,
  ref: CodeRef,
  served: Served,
): Promise<FastifyReply> {
  const product = await readProduct(deps.db, ref);
  const files = await findDocuments(deps.db, ref, product);
  const file = files.find(({ purpose }) => purpose === 'product.pdf');
  if (!file) throw new Problem('not-found');
  const title = product?.title ?? null;
  return sendDocument(deps, { ...file, fileName: fileNameOf({ ...file, code: ref.code, title }) }, served);
}

type Named = { code: string; title: string | null; purpose: string };

/** 'Summer in Kent.pdf': the customer's own name for the product, else its code. */
function fileNameOf({ code, title, purpose }: Named): string {
  return createNaming()(`${title ?? code}${purpose === 'map.pdf' ? ' (map)' : ''}.pdf`);
}
