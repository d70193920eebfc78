import { createAlbum } from '@keepsake/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** Makes an album; gives its id. */
export function useCreateAlbum() {
  return useMutation({
    mutationFn: async (name: string) => (await call(createAlbum, { body: { name } })).albumId,
    meta: { action: 'CREATE_ALBUM', invalidates: ['Albums', 'User'] },
  });
}
