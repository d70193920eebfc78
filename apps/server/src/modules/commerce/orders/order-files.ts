import { MAX_ORDER_FILE_BYTES, type OrderFilePurpose } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { isStored, receiveFile, type Sent, storeDocument, storePicture } from '../sent-files/index.ts';
import { pushOfOrders } from './current-order.ts';
import type { Deps } from './deps.ts';
import { findOrderOf, lockOrder } from './event-store.ts';
import { findFile, hasProduct, type Place, type StoredFile, saveFile } from './file-store.ts';

type FileDeps = Pick<Deps, 'db' | 'clock' | 'objects' | 'images' | 'dataDir'>;
type SentFile = Sent & {
  service: ServiceCaller;
  orderCode: string;
  purpose: OrderFilePurpose;
  /** Undefined for a file of the whole order. */
  productCode: string | undefined;
};

/**
 * Stores a file of an order, replacing the previous one. A picture is decoded, and only the decoder's output is kept. The row is
 * written after the object: a kill in between leaves an orphan.
 */
export async function putOrderFile(
  deps: FileDeps,
  sent: SentFile,
): Promise<{ fileId: string; bytes: number }> {
  const place = await findPlace(deps, sent);
  const known = await findFile(deps.db, place);
  const isSame = known?.sha256.toString('hex') === sent.sha256;
  if (known && isSame && (await isStored(deps.objects, { ...known, purpose: sent.purpose })))
    return { fileId: known.id, bytes: known.bytes };
  await using received = await receiveFile(deps, sent, MAX_ORDER_FILE_BYTES);
  const id = newId();
  const objectKey = `order-files/${place.userId}/${id}`;
  if (sent.purpose === 'thumbnail') await storePicture(deps, received, { userId: place.userId, objectKey });
  else await storeDocument(deps, received, objectKey);
  const { bytes } = received;
  const stored: StoredFile = { id, objectKey, sha256: Buffer.from(sent.sha256, 'hex'), bytes };
  return await record(deps, { place, service: sent.service.name, stored });
}

async function findPlace(
  { db }: FileDeps,
  { service, orderCode, purpose, productCode }: SentFile,
): Promise<Place> {
  if (purpose === 'invoice.pdf' && productCode !== undefined)
    throw invalid('query.productCode', 'an invoice has none');
  if (purpose !== 'invoice.pdf' && productCode === undefined)
    throw invalid('query.productCode', 'is missing');
  const order = await findOrderOf(db, { orderCode, channels: service.channels });
  if (!order) throw new Problem('not-found');
  const ref = { userId: order.userId, orderCode };
  if (productCode !== undefined && !(await hasProduct(db, ref, productCode))) throw new Problem('not-found');
  return { ...ref, purpose, productCode: productCode ?? '' };
}

type Recorded = { place: Place; service: string; stored: StoredFile };

/** Of two sent at once the last one stays. */
function record({ db, clock }: FileDeps, { place, service, stored }: Recorded) {
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, place.orderCode);
    const now = clock();
    await saveFile(trx, place, { ...stored, service, now });
    await sql`select ${pushOfOrders(place.userId, [place.orderCode], now)}`.execute(trx);
    return { fileId: stored.id, bytes: stored.bytes };
  });
}

function invalid(where: string, message: string): Problem {
  return new Problem('invalid-request', { errors: [{ path: where, message }] });
}
