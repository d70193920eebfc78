import { deletePhotos } from '@keepsake/contracts/library/photos';
import { hideAndRemove, restorePhotos } from '#/features/library/state/index.ts';
import { ApiProblem, isTemporaryProblem } from '#/shared/api/api-problem.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import { pause, retryDelay } from '#/shared/api/retry.ts';

/** Retries of a batch [DEL-19]. */
const RETRIES = 3;

export type DeleteBatch = (photoIds: readonly string[]) => Promise<Answer>;

/** Photos that the server could not delete, and the call that said so. */
type Answer = { failed: readonly string[]; problem?: ApiProblem | undefined };

type Options = {
  send: DeleteBatch;
  /** Delay between retries of a batch, in milliseconds. */
  pause: (ms: number) => Promise<void>;
  /** Whether the device has a connection. */
  isOnline: () => boolean;
  onDeleted?: (photoIds: readonly string[]) => void;
  onProgress?: (deleted: number) => void;
};

/** A deletion that left some photos undeleted. */
export class DeletionError extends Error {
  override readonly name = 'DeletionError';
  readonly remaining: readonly string[];

  constructor(message: string, remaining: readonly string[], options?: ErrorOptions) {
    super(message, options);
    this.remaining = remaining;
  }
}

/** Hides photos immediately and deletes them [DEL-13]. Photos that could not be deleted reappear [DEL-14]. */
export function hideAndDelete(
  photoIds: readonly string[],
  onProgress?: (deleted: number) => void,
): Promise<void> {
  return hideAndRemove('library', photoIds, (onDeleted) =>
    deleteInBatches(photoIds, {
      send: sendBatch,
      pause,
      isOnline: () => navigator.onLine,
      onDeleted(deleted) {
        onDeleted(deleted);
        for (const photoId of deleted) hidden.add(photoId);
        // They may have been there before.
        restorePhotos('deleted', deleted);
      },
      onProgress,
    }),
  );
}

async function sendBatch(batch: readonly string[]): Promise<Answer> {
  let problem: ApiProblem | undefined;
  const { failed } = await call(
    deletePhotos,
    { body: { photoIds: [...batch] } },
    {
      onAnswer: (details) => {
        problem = new ApiProblem({ ...details, code: 'not-deleted' });
      },
    },
  );
  return { failed, problem };
}

/** Photos that this page has deleted, and hides until they come back. */
const hidden = new Set<string>();

/** Shows photos again that came back, here or elsewhere; no ids stand for many. */
export function showReturned(photoIds: readonly string[]): void {
  const returned = photoIds.length > 0 ? photoIds : [...hidden];
  for (const photoId of returned) hidden.delete(photoId);
  restorePhotos('library', returned);
}

/**
 * Deletes photos in batches. Throws a DeletionError with the ids left to retry: 'Failed to delete photo!' when the server could
 * not delete some [DEL-17], 'Exceeded maximum amount of retries!' when a batch keeps getting no response [DEL-18].
 */
export async function deleteInBatches(photoIds: readonly string[], options: Options): Promise<void> {
  const failed: string[] = [];
  let cause: ApiProblem | undefined;
  let requested = 0;
  for (const batch of idBatches(photoIds)) {
    const remaining = () => [...failed, ...photoIds.slice(requested)];
    const answer = await deleteBatch(batch, remaining, options);
    const refused = new Set(answer.failed);
    if (refused.size > 0) cause ??= answer.problem;
    failed.push(...refused);
    options.onDeleted?.(batch.filter((photoId) => !refused.has(photoId)));
    requested += batch.length;
    options.onProgress?.(requested - failed.length);
  }
  if (failed.length > 0) throw new DeletionError('Failed to delete photo!', failed, { cause });
}

async function deleteBatch(
  batch: readonly string[],
  remaining: () => string[],
  { send, pause, isOnline }: Options,
): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      return await send(batch);
    } catch (error) {
      const isTemporary = isTemporaryProblem(error);
      const message = isTemporary ? 'Exceeded maximum amount of retries!' : 'Failed to delete photo!';
      // Without a connection, retries would only keep the customer waiting for what is known.
      if (!isTemporary || !isOnline() || failures === RETRIES)
        throw new DeletionError(message, remaining(), { cause: error });
      await pause(retryDelay(failures));
    }
  }
}
