import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../../../../platform/problem.ts';
import type { Deps } from '../deps.ts';
import type { Hold } from '../locks/hold.ts';
import { newObjectKey } from '../object-keys.ts';
import { type Contents, contentsOf, type UploadRow } from '../upload.ts';
import { issueKey } from '../upload-store.ts';
import { createDigest } from './digest.ts';
import { inspectFile } from './inspect-file.ts';
import type { Spool } from './spool.ts';

type JoinDeps = Pick<Deps, 'db' | 'objects' | 'clock'> & { spool: Spool };
type Whole = { key: string; contents: Contents };

/** The one object that holds a complete upload: the piece it came in, or a new one of all its pieces. */
export async function joinPieces(
  deps: JoinDeps,
  { upload, hold }: { upload: UploadRow; hold: Hold },
): Promise<Whole> {
  const contents = contentsOf(upload);
  const [only] = upload.pieces;
  if (contents && only && upload.pieces.length === 1) return { key: only, contents };
  const file = deps.spool.pathOf(upload.id, upload.bytes);
  try {
    const joined = await copyTogether(deps, upload, file);
    const looked = await inspectFile(file, { fileName: upload.file_name, now: deps.clock() });
    const key = newObjectKey(hold.ref);
    if (!(await issueKey(deps.db, { ...hold.ref, token: hold.token }, key))) throw new Problem('locked');
    await deps.objects.putFile(key, file);
    return { key, contents: { ...joined, ...looked } };
  } finally {
    await rm(file, { force: true });
  }
}

async function copyTogether({ objects }: JoinDeps, upload: UploadRow, file: string) {
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
    throw new Error(`The pieces of upload ${upload.id} have ${target.bytesWritten} of ${upload.bytes} bytes`);
  }
  return digest.result();
}
