import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../../../platform/problem.ts';
import type { Hold } from '../locks/hold.ts';
import { type Ending, receivePiece } from '../pieces/receive-piece.ts';
import { savePiece } from '../pieces/save-piece.ts';
import type { UploadRow } from '../upload.ts';
import type { TusDeps } from './tus-deps.ts';

/**
 * Takes bytes into a locked upload at its end and makes them durable, also when the connection was cut: nothing that
 * arrived is asked for again. Throws `too-large` when more came than announced.
 */
export async function takePiece(
  deps: TusDeps,
  { upload, hold }: { upload: UploadRow; hold: Hold },
  { body, objectKey }: { body: IncomingMessage; objectKey: string },
): Promise<{ upload: UploadRow; ending: Ending }> {
  const file = deps.spool.pathOf(upload.id, upload.received);
  const limit = upload.bytes - upload.received;
  const { ending, ...piece } = await receivePiece({ body, file, limit, hold });
  if (ending === 'too-long' || piece.bytes === 0) await rm(file, { force: true });
  if (ending === 'too-long') throw new Problem('too-large', { headers: { connection: 'close' } });
  if (piece.bytes === 0) return { upload, ending };
  return { upload: await savePiece(deps, { upload, hold }, { ...piece, file, key: objectKey }), ending };
}
