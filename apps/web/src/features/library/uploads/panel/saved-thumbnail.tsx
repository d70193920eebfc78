import { getPhoto } from '@keepsake/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { usePush } from '#/shared/push.ts';
import { PhotosIcon } from '#/shared/ui/icons.tsx';

/** Asked again this often while the thumbnails are made, should the news of them be lost, in milliseconds. */
const ASKED_EVERY_MS = 5_000;

/** A photo of the library as small as it gets; a drawing until its thumbnails are made. */
export function SavedThumbnail({ photoId }: { photoId: string }) {
  const queryClient = useQueryClient();
  const queryKey = ['ImportedPhoto', photoId] as const;
  const { data: photo } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getPhoto, { params: { photoId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.thumbnailState === 'loading' ? ASKED_EVERY_MS : false),
  });
  usePush('photos-changed', ({ data: { change, photoIds } }) => {
    if (change === 'ready' && photoIds.includes(photoId)) void queryClient.invalidateQueries({ queryKey });
  });
  const smallest = photo?.thumbnails.find(({ id }) => id === 300);
  return smallest ? <img src={smallest.url} alt="" /> : <PhotosIcon size={20} />;
}
