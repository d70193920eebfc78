import type { UploadFault } from '@keepsake/contracts/library/phone-transfers';
import type { ProblemCode } from '@keepsake/contracts/platform/problem';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { pause, retryDelay } from '#/shared/api/retry.ts';
import type { ConnectionGate } from './connection-gate.ts';
import type { Pause } from './import-queue.ts';
import type { Committed, Transport } from './transport.ts';

/** Attempts per file for failures other than the network's. */
const TRIES = 4;
/** Codes after which all bytes are sent again. */
const LOST: readonly string[] = ['upload-gone', 'not-found'];

/** Thrown when a file did not become a photo, with the reason. */
export class NotSaved extends Error {
  readonly reason: UploadFault;

  constructor(reason: UploadFault, options?: ErrorOptions) {
    super(`The file was not saved: ${reason}`, options);
    this.reason = reason;
  }
}

type Work = {
  file: File;
  albumId?: string;
  transport: Transport;
  gate: ConnectionGate;
  onProgress: (sent: number) => void;
  onSaving: () => void;
  signal: AbortSignal;
};

/** Sends and commits a file, surviving connection losses and restarts. Throws NotSaved, or the signal's reason. */
export async function uploadPhoto(work: Work): Promise<Committed> {
  const { gate, signal } = work;
  for (let failures = 0; ; ) {
    await gate.pass(signal);
    const lost = gate.lostSignal();
    try {
      const saved = await tryOnce(work, AbortSignal.any([signal, lost]));
      gate.succeed();
      return saved;
    } catch (error) {
      signal.throwIfAborted();
      // If the network is gone, the gate is already closed.
      if (!lost.aborted) failures = await recover(work, error, failures);
    }
  }
}

/** Prepares another attempt and returns the number of failures counted so far; throws NotSaved if there should be none. */
async function recover(
  { file, transport, gate, signal }: Work,
  error: unknown,
  failures: number,
): Promise<number> {
  const recovery = recoveryFor(error);
  if (recovery.type === 'wait') {
    await requireReadable(file);
    gate.close(recovery.pause);
    return failures;
  }
  if (recovery.type === 'give-up') throw new NotSaved(recovery.reason, { cause: error });
  if (failures + 1 === TRIES) throw new NotSaved('unexpected', { cause: error });
  if (error instanceof ApiProblem && LOST.includes(error.code)) transport.forget(file);
  await pause(retryDelay(failures), signal);
  return failures + 1;
}

async function tryOnce({ file, albumId, transport, gate, onProgress, onSaving }: Work, signal: AbortSignal) {
  function progress(sent: number) {
    gate.move();
    onProgress(sent);
  }
  const uploadId = await transport.send(file, { onProgress: progress, signal });
  onSaving();
  return transport.commit(file, uploadId, { albumId, signal });
}

/** Sending a file that was deleted or changed since it was picked fails like a lost network, but waiting would not help. */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new NotSaved('unreadable', { cause });
  }
}

type Recovery =
  /** All uploads wait, as long as it takes. */
  | { type: 'wait'; pause: Pause }
  /** This file is retried a few times. */
  | { type: 'again' }
  | { type: 'give-up'; reason: UploadFault };

/** Gateways respond with these while a server restarts. */
const AWAY: readonly number[] = [502, 503, 504];

const REASONS: Partial<Record<ProblemCode, UploadFault>> = {
  'not-a-photo': 'not-a-photo',
  'too-many-pixels': 'too-many-pixels',
  'too-large': 'too-large',
  'quota-exceeded': 'quota-exceeded',
  'storage-full': 'storage-full',
  'library-hidden': 'library-hidden',
};
/** The upload is not in the expected state; querying its state, or starting over, fixes that. */
const OUT_OF_SYNC: readonly string[] = [
  'locked',
  'conflict',
  'upload-incomplete',
  'upload-gone',
  'not-found',
  'client-closed',
];

/** How to handle a failure. Anything but a response of our server is unexpected. */
function recoveryFor(error: unknown): Recovery {
  if (!(error instanceof ApiProblem)) return { type: 'give-up', reason: 'unexpected' };
  const { status, code } = error;
  const reason = REASONS[code as ProblemCode];
  if (reason) return { type: 'give-up', reason };
  if (status === 0) return { type: 'wait', pause: 'connection' };
  if (status === 401) return { type: 'wait', pause: 'session' };
  if (status === 429 || AWAY.includes(status)) return { type: 'wait', pause: 'busy' };
  if (status >= 500 || OUT_OF_SYNC.includes(code)) return { type: 'again' };
  return { type: 'give-up', reason: 'unexpected' };
}
