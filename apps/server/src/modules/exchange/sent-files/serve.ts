import { id } from '@keepsake/contracts/platform/fields';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { CACHING } from '../../../platform/http/caching.ts';
import { mountSigned, type Served } from '../../../platform/http/mount-signed.ts';
import { sendDownload } from '../../../platform/http/send-download.ts';
import { ObjectNotFound } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { isPicture, sendPicture } from './pictures.ts';

type ServeDeps = Pick<Platform, 'objects' | 'signer'> & { clock: Clock };

/** A pdf with the name under which it is saved; browsers show it only if `isShown`. */
export type StoredDocument = { objectKey: string; fileName: string; bytes: number; isShown?: boolean };
/** A stored file: a picture, judging by its purpose, or else a document. */
export type StoredFile = { purpose: string; objectKey: string } & Partial<StoredDocument>;

/** A kind of files: the word in their addresses, and how to find one. */
type Area = { area: string; find(customerId: CustomerId, fileId: string): Promise<StoredFile | undefined> };
type FileRef = { area: string; customerId: CustomerId; fileId: string; now: Date };

/** Signed like the address of a photo: append `/{size}` to show a picture, `/file` to save a document. */
export const addressOfFile = (
  signer: Platform['signer'],
  { area, customerId, fileId, now }: FileRef,
): string => signer.addressOf(`${area}/${customerId}`, fileId, now);

/** Where a document is downloaded. */
export const addressOfDocument = (signer: Platform['signer'], ref: FileRef): string =>
  `${addressOfFile(signer, ref)}/file`;

const requested = z.object({ ownerId: customerIdSchema, fileId: id, variant: z.string() });

/**
 * Serves files of an area by signed address: pictures to show, documents to save. A replaced file is gone at once. Anything wrong
 * returns the same 404.
 */
export function mountFiles(app: FastifyInstance, deps: ServeDeps, { area, find }: Area): void {
  const { objects } = deps;
  const route = {
    path: `${area}/:ownerId/:fileId/:variant`,
    params: requested,
    signedOf: ({ ownerId, fileId }: z.output<typeof requested>) => ({
      area: `${area}/${ownerId}`,
      photoId: fileId,
    }),
  };
  mountSigned(app, deps, route, async ({ ownerId, fileId, variant }, { request, reply }) => {
    const file = await find(ownerId, fileId);
    if (!file) throw new Problem('not-found');
    reply.header('cache-control', CACHING.ownForADay).header('x-content-type-options', 'nosniff');
    const { purpose, objectKey } = file;
    if (isPicture(purpose)) return sendPicture(reply, objects, { objectKey, purpose, variant });
    if (variant !== 'file' || !isDocument(file)) throw new Problem('not-found');
    return sendDocument(deps, file, { request, reply });
  });
}

const isDocument = (file: StoredFile): file is StoredFile & StoredDocument =>
  file.fileName !== undefined && file.bytes !== undefined;

/** Sends a pdf, or the requested range of it. Throws `not-found` once it is gone. */
export async function sendDocument(
  { objects }: Pick<ServeDeps, 'objects'>,
  { objectKey, fileName, bytes, isShown }: StoredDocument,
  { request, reply }: Served,
): Promise<FastifyReply> {
  try {
    return await sendDownload(request, reply, {
      type: 'application/pdf',
      fileName,
      isShown,
      bytes,
      open: (range) => objects.open(objectKey, range),
    });
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Problem('not-found', { cause: error });
    throw error;
  }
}
