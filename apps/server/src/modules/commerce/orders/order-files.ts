import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_ORDER_FILE_BYTES, type OrderFilePurpose } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { newId } from '../../../platform/ids.ts';
import { ImageError } from '../../../platform/images/image.ts';
import { Problem } from '../../../platform/problem.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import { pushOfOrders } from './current-order.ts';
import type { Deps } from './deps.ts';
import { findOrderOf, lockOrder } from './event-store.ts';
import { findFile, hasProduct, type Place, type StoredFile, saveFile } from './file-store.ts';

type FileDeps = Pick<Deps, 'db' | 'clock' | 'objects' | 'images' | 'dataDir'>;
type Sent = {
  service: ServiceCaller;
  orderCode: string;
  purpose: OrderFilePurpose;
  /** Undefined for what is of the whole order. */
  productCode: string | undefined;
  /** Of the content, in hexadecimal digits. */
  sha256: string;
  content: Readable;
  /** As the request says it; NaN when it does not. */
  length: number;
};

/** Pictures of a product: in a list, and on the order's page. */
export const PICTURE_SIZES = [300, 800] as const;
export const pictureKey = (objectKey: string, size: (typeof PICTURE_SIZES)[number]) =>
  `${objectKey}.${size}.jpg`;

/**
 * Keeps a file of an order in the place of the one before it. A picture is decoded, and only what the decoder made of it is
 * kept. The row comes after the object: a kill in between leaves an orphan.
 */
export async function putOrderFile(deps: FileDeps, sent: Sent): Promise<{ fileId: string; bytes: number }> {
  const place = await findPlace(deps, sent);
  const known = await findFile(deps.db, place);
  if (known?.sha256.toString('hex') === sent.sha256) return { fileId: known.id, bytes: known.bytes };
  if (sent.length > MAX_ORDER_FILE_BYTES) throw new Problem('too-large');
  const promised = Number.isNaN(sent.length) ? MAX_ORDER_FILE_BYTES : sent.length;
  using _room = await deps.objects.room.take(promised, 'new');
  await using folder = await makeScratchFolder(deps.dataDir);
  const file = path.join(folder.path, 'sent');
  const received = await receive(sent.content, file);
  if (received.sha256 !== sent.sha256) {
    throw invalid('query.sha256', 'is not the SHA-256 of the content, which did not arrive as it was sent');
  }
  const id = newId();
  const objectKey = `order-files/${place.userId}/${id}`;
  if (sent.purpose === 'thumbnail') await keepPicture(deps, { place, file, folder: folder.path, objectKey });
  else await keepDocument(deps, file, objectKey);
  const { bytes } = received;
  const stored: StoredFile = { id, objectKey, sha256: Buffer.from(sent.sha256, 'hex'), bytes };
  return await record(deps, { place, service: sent.service.name, stored });
}

async function findPlace(
  { db }: FileDeps,
  { service, orderCode, purpose, productCode }: Sent,
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

/** Writes what arrives to a file. Throws `too-large` as soon as it is. */
async function receive(content: Readable, file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    content,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > MAX_ORDER_FILE_BYTES) throw new Problem('too-large');
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  );
  return { sha256: hash.digest('hex'), bytes };
}

type Picture = { place: Place; file: string; folder: string; objectKey: string };

async function keepPicture(
  { images, objects }: FileDeps,
  { place, file, folder, objectKey }: Picture,
): Promise<void> {
  const source = { owner: place.userId, path: file, outputDirectory: folder };
  const { thumbnails } = await images.process(source).catch((error: unknown) => {
    // What took a decoder down may have been the machine's fault: the service sends it again.
    if (error instanceof ImageError)
      throw new Problem(error.isRetryable ? 'unavailable' : 'not-a-photo', { cause: error });
    throw error;
  });
  for (const size of PICTURE_SIZES) await objects.putFile(pictureKey(objectKey, size), thumbnails[size].path);
}

async function keepDocument({ objects }: FileDeps, file: string, objectKey: string): Promise<void> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
  if (buffer.toString('latin1') !== '%PDF-') throw new Problem('not-a-pdf');
  await objects.putFile(objectKey, file);
}

type Recorded = { place: Place; service: string; stored: StoredFile };

/** The last of two that are sent at once stays. */
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
