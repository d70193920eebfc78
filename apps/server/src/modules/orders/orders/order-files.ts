import { MAX_ORDER_FILE_BYTES, type OrderFilePurpose } from '@keepsake/contracts/orders/order-files';
import { sql } from 'kysely';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { newId } from '../../../platform/ids.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import type { Sent } from '../../exchange/sent-files/index.ts';
import { pushOfOrders } from './current-order.ts';
import type { Deps } from './deps.ts';
import { findOrderOf, lockOrder } from './event-store.ts';
import { findFile, hasProduct, type Place, type StoredFile, saveFile } from './file-store.ts';

type FileDeps = Pick<Deps, 'db' | 'clock' | 'sentFiles'>;
type SentFile = Sent & {
  service: ServiceCaller;
  orderCode: string;
  purpose: OrderFilePurpose;
  /** Undefined for a file of the whole order. */
  productCode: string | undefined;
};

/** Stores a file of an order, replacing the previous one. Of two that are sent at the same time, the one stored last replaces the other. */
export async function putOrderFile(
  deps: FileDeps,
  sent: SentFile,
): Promise<{ fileId: string; bytes: number }> {
  const place = await findPlace(deps, sent);
  const existing = await findFile(deps.db, place);
  const isSame = existing?.sha256.toString('hex') === sent.sha256;
  if (existing && isSame && (await deps.sentFiles.isStored({ ...existing, purpose: sent.purpose })))
    return { fileId: existing.id, bytes: existing.bytes };
  await using received = await deps.sentFiles.receive(sent, MAX_ORDER_FILE_BYTES);
  const id = newId();
  const objectKey = `order-files/${place.customerId}/${id}`;
  const { bytes } = received;
  const stored: StoredFile = { id, objectKey, sha256: Buffer.from(sent.sha256, 'hex'), bytes };
  return await deps.sentFiles.store(received, { ...place, objectKey }, async (trx) => {
    await lockOrder(trx, place.orderCode);
    const now = deps.clock();
    await saveFile(trx, place, { ...stored, service: sent.service.name, now });
    await sql`select ${pushOfOrders(place.customerId, [place.orderCode], now)}`.execute(trx);
    return { fileId: id, bytes };
  });
}

async function findPlace(
  { db }: FileDeps,
  { service, orderCode, purpose, productCode }: SentFile,
): Promise<Place> {
  if (purpose === 'invoice.pdf' && productCode !== undefined)
    throw faultyField('query.productCode', 'an invoice has none');
  if (purpose !== 'invoice.pdf' && productCode === undefined)
    throw faultyField('query.productCode', 'is missing');
  const order = await findOrderOf(db, { orderCode, channels: service.channels });
  if (!order) throw new Problem('not-found');
  const ref = { customerId: order.customerId, orderCode };
  if (productCode !== undefined && !(await hasProduct(db, ref, productCode))) throw new Problem('not-found');
  return { ...ref, purpose, productCode: productCode ?? '' };
}
