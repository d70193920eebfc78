import type { Photo } from '@keepsake/contracts/library/photos';
import { type Turn, turnPhotos } from '@keepsake/contracts/library/turns';
import { MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { offerUndo } from '#/features/library/restoring/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import { sayFailed } from '#/shared/ui/say-failed.tsx';
import { requestTurn } from './requested-turns.ts';

const QUARTER = 90;
const QUARTER_BACK = 270;

/** Turns the photo of a preview by a quarter: on the screen at once, and back if the server refuses. */
export function turnPhoto(client: QueryClient, photo: Photo): void {
  requestTurn(photo, QUARTER);
  // Reported and told by `send`.
  send(client, { photoIds: [photo.imageId], degrees: QUARTER }).catch(() => requestTurn(photo, -QUARTER));
}

/** The last press on a selection that failed: some of its photos may have been turned. */
let failed: { photoIds: string; press: string } | undefined;

/**
 * Turns photos of a selection by a quarter, says so, since new thumbnails take a moment, and offers to turn them back. After a failure
 * the next press on the same photos turns those that were left.
 */
export function turnSelection(client: QueryClient, photoIds: readonly string[]): void {
  const requested = photoIds.join();
  const press = failed?.photoIds === requested ? failed.press : crypto.randomUUID();
  // Failures are reported and told by `send`.
  const undo = () => void send(client, { photoIds, degrees: QUARTER_BACK }).catch(() => undefined);
  // The same.
  send(client, { photoIds, degrees: QUARTER, press }).then(
    (count) => {
      failed = undefined;
      offerUndo(i18next.t('library.turned', { count }), i18next.t('deleted.undo'), undo);
    },
    () => {
      // Reported and told by `send`.
      failed = { photoIds: requested, press };
    },
  );
}

type Turning = { photoIds: readonly string[]; degrees: Turn; press?: string };

/** Returns how many were turned; the client and `onError` report and tell a failure. Presses reach the server one by one. */
function send(
  client: QueryClient,
  { photoIds, degrees, press = crypto.randomUUID() }: Turning,
): Promise<number> {
  const mutation = new MutationObserver(client, {
    scope: { id: 'turns' },
    // The thumbnails are announced once they are there.
    meta: { action: 'TURN_PHOTOS', invalidates: [] },
    async mutationFn() {
      let count = 0;
      for (const batch of idBatches(photoIds, MAX_IDS_PER_CALL)) {
        const body = { photoIds: [...batch], degrees };
        const { photosCount } = await call(turnPhotos, { body }, { idempotencyKey: `${press}-${batch[0]}` });
        count += photosCount;
      }
      return count;
    },
    onError: (error) => sayFailed(i18next.t('library.turnFailed', { count: photoIds.length }), error),
  });
  return mutation.mutate();
}
