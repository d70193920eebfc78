import { createHash } from 'node:crypto';
import type { saveOnlineProduct } from '@keepsake/contracts/creations/online-products';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { isNewerVersion } from '../../../platform/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { refuseAhead } from '../../../platform/recently.ts';
import { requireOpenCustomer } from '../../account/customers/index.ts';
import { checkServiceChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import {
  type Content,
  insertProduct,
  lockProduct,
  pushProducts,
  readPlaces,
  removeFilesOf,
  removeProduct,
  updateProduct,
} from './store.ts';

type SaveDeps = Pick<Deps, 'db' | 'clock' | 'onPagesChanged'>;
type Saved = {
  service: ServiceCaller;
  productCode: string;
  product: BodyOf<typeof saveOnlineProduct>;
};
type Answer = { productId: string; version: number; missingPages: number[] };

/** Stores a product; the newest version wins, in whatever order they arrive. Pictures of remaining pages stay. */
export async function saveProduct(
  deps: SaveDeps,
  { service, productCode: code, product }: Saved,
): Promise<Answer> {
  const now = deps.clock();
  checkProduct({ service, product, now });
  const content = contentOf(product, now);
  const { customerId } = product;
  return deps.db.transaction().execute(async (trx) => {
    await requireOpenCustomer(trx, customerId);
    const id = newId();
    const place = { customerId, service: service.name, code };
    if (await insertProduct(trx, place, { id, content })) {
      await pushProducts(trx, customerId, now);
      return { productId: id, version: content.version, missingPages: product.pages.map((_, at) => at + 1) };
    }
    const existing = await lockProduct(trx, { customerId, code });
    // It was ended between the two statements: the shop retries.
    if (!existing) throw new Problem('unavailable');
    if (existing.service !== service.name) throw new Problem('conflict');
    const ref = { customerId, productId: existing.id };
    const isNewer = isNewerVersion(content, {
      version: existing.version,
      contentHash: existing.content_hash,
    });
    if (isNewer) {
      await updateProduct(trx, ref, content);
      await removeFilesOf(trx, { ...ref, beyond: content.pages.length });
      await deps.onPagesChanged(trx, { customerId, code });
      await pushProducts(trx, customerId, now);
    }
    const stored = isNewer ? content : { version: existing.version, pages: existing.pages };
    const come = new Set(await readPlaces(trx, ref));
    const missingPages = stored.pages.map((_, at) => at + 1).filter((at) => !come.has(at));
    return { productId: existing.id, version: stored.version, missingPages };
  });
}

type Checked = Omit<Saved, 'productCode'> & { now: Date };

function checkProduct({ service, product, now }: Checked): void {
  const { channel, createdAt } = product;
  checkServiceChannel(service, channel);
  refuseAhead('body.createdAt', createdAt, now);
}

function contentOf(product: Saved['product'], now: Date): Content {
  const { version, channel, kind, title, product: words, format, orderCode, createdAt, pages } = product;
  return {
    version,
    contentHash: createHash('sha256').update(JSON.stringify(product)).digest(),
    channel,
    kind,
    title: title ?? null,
    product: words ?? null,
    format: format ?? null,
    orderCode: orderCode ?? null,
    createdAt: createdAt ? new Date(createdAt) : now,
    pages,
  };
}

/** A product as its shop names it in a call. */
export type CalledProduct = { service: ServiceCaller; customerId: CustomerId; productCode: string };

/** Ends a product at its shop's request. Idempotent. */
export async function endProduct(
  { db, clock, endWidget }: Pick<Deps, 'db' | 'clock' | 'endWidget'>,
  { service, customerId, productCode: code }: CalledProduct,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const product = await lockProduct(trx, { customerId, code });
    if (!product || !mayWrite(service, product)) return;
    const ref = { customerId, productId: product.id };
    const now = clock();
    await removeFilesOf(trx, ref);
    await removeProduct(trx, ref);
    await endWidget(trx, { customerId, code });
    await pushProducts(trx, customerId, now);
  });
}

/** A service may change only what it has sent itself, in its channels. */
export const mayWrite = (
  { name, channels }: ServiceCaller,
  { service, channel }: { service: string; channel: string },
): boolean => service === name && (channels?.includes(channel) ?? true);
