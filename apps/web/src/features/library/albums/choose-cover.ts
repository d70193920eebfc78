import { chooseAlbumCover } from '@keepsake/contracts/library/albums';
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { offerUndo } from '#/features/library/restoring/index.ts';
import { call } from '#/shared/api/call.ts';
import { sayFailed } from '#/shared/ui/say-failed.tsx';

type Choice = {
  client: QueryClient;
  albumId: string;
  /** Null: the photo added last is the cover. */
  photoId: string | null;
};

/** Makes a photo the cover of its album, and offers to take it back; `before` is what was chosen until then. */
export function chooseCover({
  before,
  onDone,
  ...choice
}: Choice & { before: string | null; onDone: () => void }): void {
  send(choice, () => {
    onDone();
    const undo = () => send({ ...choice, photoId: before });
    offerUndo(i18next.t('album.coverChosen'), i18next.t('deleted.undo'), undo);
  });
}

/** Not a `useMutation`: it is offered to be taken back after its page was left. */
function send({ client, albumId, photoId }: Choice, onSuccess?: () => void): void {
  const mutation = new MutationObserver(client, {
    scope: { id: `cover of ${albumId}` },
    meta: { action: 'CHOOSE_COVER', invalidates: ['Albums'] },
    mutationFn: () => call(chooseAlbumCover, { params: { albumId }, body: { photoId } }),
    onSuccess,
    onError: (error) => sayFailed(i18next.t('album.coverFailed'), error),
  });
  // Reported and told by the client and `onError`.
  mutation.mutate().catch(() => undefined);
}
