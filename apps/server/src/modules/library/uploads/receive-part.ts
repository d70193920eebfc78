import { type FileHandle, rm, stat, truncate } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { TakenRoom } from '../../../platform/disk-room.ts';
import { Problem } from '../../../platform/problem.ts';
import { createBatchWriter } from './batch-writer.ts';
import type { Deps, TusDeps } from './deps.ts';
import { createDigest, createInspector, digestFile, type Inspection, inspectFile } from './inspect-file.ts';
import type { Lease } from './leases.ts';
import { discardIssued, putIssued } from './put-issued.ts';
import { MAX_PARTS } from './rules.ts';
import { addPart, type Contents, issueKey, newObjectKey, type UploadRow } from './store.ts';

/** An open upload that this request may change. */
export type OpenUpload = { upload: UploadRow; lease: Lease };
type SaveDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'log'> & Pick<TusDeps, 'fresh'>;

/** Why the bytes ended: all sent, connection cut, lease lost, more than announced, or the disk failed. */
type Ending = 'complete' | 'cut' | 'lost-lease' | 'too-long' | 'failed';

/**
 * Appends a request's bytes to an upload and makes them durable, even if the connection was cut: what has arrived is not sent
 * again. Throws `too-large` if more arrived than was announced.
 */
export async function receivePart(
  deps: SaveDeps & Pick<TusDeps, 'spool'>,
  { upload, lease }: OpenUpload,
  { body, objectKey, room }: { body: IncomingMessage; objectKey: string; room: TakenRoom },
): Promise<{ upload: UploadRow; ending: Ending }> {
  const file = deps.spool.pathOf(upload.id, upload.received);
  const limit = upload.bytes - upload.received;
  const inspector = createInspector({ fileName: upload.file_name, now: deps.clock() });
  const { ending, ...part } = await receiveFile({ body, file, limit, lease, room, inspector });
  await using _open = part.handle;
  if (ending === 'too-long' || part.bytes === 0) await rm(file, { force: true });
  if (ending === 'too-long') throw new Problem('too-large', { headers: { connection: 'close' } });
  if (part.bytes === 0) return { upload, ending };
  return { upload: await savePart(deps, { upload, lease }, { ...part, file, key: objectKey }), ending };
}

type Written = { bytes: number; sha256: string; crc32: number; inspection: Inspection };
type Received = Written & { handle: FileHandle; ending: Ending };
type Receiving = { body: IncomingMessage; file: string; limit: number; lease: Lease; room: TakenRoom } & {
  inspector: ReturnType<typeof createInspector>;
};

/**
 * Writes a request's bytes to a local file, hashing and inspecting on the way. However they end, the file contains what arrived.
 * Throws if the disk fails; the rest of the request is then read and dropped, so that its sender gets the answer.
 */
async function receiveFile({ body, file, limit, lease, room, inspector }: Receiving): Promise<Received> {
  const digest = createDigest();
  const { promise: ended, resolve: finish } = Promise.withResolvers<Ending>();
  const onRoom = () => body.resume();
  const out = await createBatchWriter(file, { digest, onRoom, onError: () => finish('failed') });
  let bytes = 0;

  function onData(chunk: Buffer) {
    if (bytes + chunk.length > limit) return finish('too-long');
    bytes += chunk.length;
    lease.touch();
    room.noteWritten(chunk.length);
    inspector.update(chunk);
    if (!out.write(chunk)) body.pause();
  }
  const onEnd = () => finish('complete');
  const onCut = () => finish(body.complete ? 'complete' : 'cut');
  const onAbort = () => finish('lost-lease');

  body.on('error', onCut).on('close', onCut).on('end', onEnd).on('data', onData);
  lease.signal.addEventListener('abort', onAbort);
  if (body.destroyed && !body.readableEnded) onCut();
  else if (lease.signal.aborted) onAbort();

  const ending = await ended;
  body.off('data', onData).off('end', onEnd).off('close', onCut);
  lease.signal.removeEventListener('abort', onAbort);
  body.resume();
  const handle = await out.end();
  return { bytes, ...digest.result(), inspection: inspector.result(), handle, ending };
}

type Part = Written & {
  file: string;
  key: string;
  /** If the file is still open. */
  handle?: FileHandle;
};

/**
 * Makes a local file a durable part of its upload, then records it in the row, with what is known about it if it is the whole
 * file. Returns the updated upload.
 */
export async function savePart(
  { db, objects, clock, log, fresh }: SaveDeps,
  { upload, lease }: OpenUpload,
  { file, key, bytes, sha256, crc32, inspection, handle }: Part,
): Promise<UploadRow> {
  if (upload.pieces.length >= MAX_PARTS) {
    throw new Problem('invalid-request', { detail: `A file can be sent in at most ${MAX_PARTS} parts` });
  }
  const isWhole = upload.received === 0 && bytes === upload.bytes;
  const contents: Contents | null = isWhole ? { sha256, crc32, ...inspection } : null;
  await putIssued(objects, key, { file, handle });
  const saved = await addPart(db, lease, { key, bytes, contents, now: clock() });
  if (!saved) {
    await discardIssued({ objects, log }, key);
    throw new Problem('locked');
  }
  lease.settle();
  if (contents) fresh.add(saved);
  return saved;
}

/**
 * Saves what a killed process of this node had received but not recorded: its file begins at the upload's current offset. The
 * lease keeps everybody else from writing that file. Returns the updated upload.
 */
export async function recoverPart(
  deps: SaveDeps & Pick<TusDeps, 'spool'>,
  { upload, lease }: OpenUpload,
): Promise<UploadRow> {
  const file = deps.spool.pathOf(upload.id, upload.received);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || found.size === 0) return upload;
  const bytes = Math.min(found.size, upload.bytes - upload.received);
  if (bytes === 0) return upload;
  await truncate(file, bytes);
  const key = newObjectKey(lease);
  if (!(await issueKey(deps.db, lease, key))) throw new Problem('locked');
  const digest = await digestFile(file);
  const inspection = await inspectFile(file, { fileName: upload.file_name, now: deps.clock() });
  return await savePart(deps, { upload, lease }, { file, key, bytes, ...digest, inspection });
}
