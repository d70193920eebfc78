import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { addToAlbum } from '../api/add-to-album.ts';
import { useCreateAlbum } from '../name/use-create-album.ts';

/** Where photos go: an album there is, or a new one of this name. */
export type Target = { albumId: string; albumName: string } | { newName: string };
export type Copied = { albumId: string; albumName: string };

/** Copies photos to an album. A second try after a failure goes on with the album that the first one made. */
export function useCopy(photoIds: readonly string[], onSuccess: (copied: Copied) => void) {
  const { mutateAsync: createAlbum } = useCreateAlbum();
  const made = useRef<Copied>(null);

  async function albumOf(target: Target): Promise<Copied> {
    if ('albumId' in target) return target;
    if (made.current?.albumName !== target.newName) {
      made.current = { albumId: await createAlbum(target.newName), albumName: target.newName };
    }
    return made.current;
  }
  return useMutation({
    mutationFn: async (target: Target) => {
      const album = await albumOf(target);
      await addToAlbum(album.albumId, photoIds);
      return album;
    },
    meta: { action: 'COPY_TO_ALBUM', invalidates: ['Albums', 'User'] },
    onSuccess(copied) {
      made.current = null;
      onSuccess(copied);
    },
  });
}
