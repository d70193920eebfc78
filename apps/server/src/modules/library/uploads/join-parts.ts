import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../../../platform/problem.ts';
import type { TusDeps } from './deps.ts';
import { createDigest, inspectFile } from './inspect-file.ts';
import { putIssued } from './put-issued.ts';
import type { OpenUpload } from './receive-part.ts';
import { type Contents, contentsOf, issueKey, newObjectKey, type UploadRow } from './store.ts';

type JoinDeps = Pick<TusDeps, 'db' | 'objects' | 'clock' | 'spool'>;

/** The single object of a complete upload: its only part, or a new object made of all its parts. */
export async function joinParts(
  deps: JoinDeps,
  { upload, lease }: OpenUpload,
): Promise<{ key: string; contents: Contents }> {
  const whole = wholeOf(upload);
  if (whole) return whole;
  const file = deps.spool.pathOf(upload.id, upload.bytes);
  using _room = await deps.objects.room.take(upload.bytes, 'finishing');
  try {
    const joined = await copyParts(deps, upload, file);
    const inspection = await inspectFile(file, { fileName: upload.file_name, now: deps.clock() });
    const key = newObjectKey(lease);
    if (!(await issueKey(deps.db, lease, key))) throw new Problem('locked');
    await putIssued(deps.objects, key, { file });
    return { key, contents: { ...joined, ...inspection } };
  } finally {
    await rm(file, { force: true });
  }
}

/** A file that arrived in one part needs no joining. */
export function wholeOf(upload: UploadRow): { key: string; contents: Contents } | null {
  const contents = contentsOf(upload);
  const [only] = upload.pieces;
  return contents && only && upload.pieces.length === 1 ? { key: only, contents } : null;
}

async function copyParts({ objects }: Pick<JoinDeps, 'objects'>, upload: UploadRow, file: string) {
  const digest = createDigest();
  const target = createWriteStream(file, { mode: 0o600 });
  await pipeline(async function* () {
    for (const key of upload.pieces) {
      for await (const chunk of await objects.open(key)) {
        digest.update(chunk);
        yield chunk;
      }
    }
  }, target);
  if (target.bytesWritten !== upload.bytes) {
    throw new Error(`The parts of upload ${upload.id} have ${target.bytesWritten} of ${upload.bytes} bytes`);
  }
  return digest.result();
}
