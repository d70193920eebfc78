import type { Photo } from '@keepsake/contracts/library/photos';
import { turnPhotos } from '@keepsake/contracts/library/turns';
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { isUnreached } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { Reference } from '#/shared/ui/reference.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { requestTurn } from './requested-turns.ts';

const QUARTER = 90;

/** Turns a photo by a quarter: on the screen at once, and back if the server refuses. Presses reach the server one by one. */
export function turnPhoto(client: QueryClient, photo: Photo): void {
  const idempotencyKey = crypto.randomUUID();
  requestTurn(photo, QUARTER);
  const mutation = new MutationObserver(client, {
    scope: { id: 'turns' },
    // The thumbnails are announced once they are there.
    meta: { action: 'TURN_PHOTOS', invalidates: [] },
    mutationFn: () =>
      call(turnPhotos, { body: { photoIds: [photo.imageId], degrees: QUARTER } }, { idempotencyKey }),
    onError: (error) => {
      requestTurn(photo, -QUARTER);
      sayFailed(error);
    },
  });
  // Reported and told by the client and `onError`.
  mutation.mutate().catch(() => undefined);
}

/** Says that it could not be turned, unless the connection is the reason, which is said of every change. */
function sayFailed(error: unknown): void {
  if (isUnreached(error)) return;
  const message = (
    <>
      {i18next.t('library.turnFailed')} <Reference error={error} />
    </>
  );
  showToast({ message, tone: 'failure' });
}
