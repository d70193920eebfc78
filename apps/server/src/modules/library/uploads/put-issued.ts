import type { FileHandle } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

type File = { file: string; handle?: FileHandle };

/**
 * Stores an object of an upload. Its key is durable in `issued_keys` of the upload's row, in the statement that the upload needs
 * anyway: noting it in `pending_objects`, as for all other files, would cost each photo two statements more (ADR 79).
 */
export async function putIssued(
  objects: Pick<ObjectStore, 'putFile'>,
  key: string,
  { file, handle }: File,
): Promise<void> {
  await objects.putFile(key, file, handle);
}

/**
 * Removes an object that its upload will never name, because somebody else had its lease by then. If that fails, the key is still in
 * the row, and forgetUploadsTask retries.
 */
export async function discardIssued(
  { objects, log }: { objects: Pick<ObjectStore, 'remove'>; log: Logger },
  key: string,
): Promise<void> {
  await objects.remove([key]).catch((error) => log.warn({ err: error, key }, 'an object waits to be purged'));
}
