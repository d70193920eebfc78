import { Problem } from '../../../../platform/problem.ts';
import type { Deps } from '../deps.ts';
import { MAX_PIECES } from '../limits.ts';
import type { Hold } from '../locks/hold.ts';
import type { Contents, UploadRow } from '../upload.ts';
import { addPiece } from '../upload-store.ts';
import { inspectFile } from './inspect-file.ts';

type Piece = { file: string; key: string; bytes: number; sha256: string; crc32: number };

/**
 * Makes a local file a durable piece of its upload, then says so in the row. A file that came whole is looked at here,
 * while it is at hand. Returns the upload as it is now.
 */
export async function savePiece(
  { db, objects, clock }: Pick<Deps, 'db' | 'objects' | 'clock'>,
  { upload, hold }: { upload: UploadRow; hold: Hold },
  { file, key, bytes, sha256, crc32 }: Piece,
): Promise<UploadRow> {
  if (upload.pieces.length >= MAX_PIECES) {
    throw new Problem('invalid-request', { detail: `A file is sent in at most ${MAX_PIECES} pieces` });
  }
  const isWhole = upload.received === 0 && bytes === upload.bytes;
  const looked = isWhole && (await inspectFile(file, { fileName: upload.file_name, now: clock() }));
  const contents: Contents | null = looked ? { sha256, crc32, ...looked } : null;
  await objects.putFile(key, file);
  const saved = await addPiece(
    db,
    { ...hold.ref, token: hold.token },
    { key, bytes, contents, now: clock() },
  );
  if (!saved) throw new Problem('locked');
  hold.settle();
  return saved;
}
