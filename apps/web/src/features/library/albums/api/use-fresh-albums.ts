import { useQueryClient } from '@tanstack/react-query';
import { usePush } from '#/shared/push/use-push.ts';

/** Keeps albums up to date with what happens to them elsewhere: on another device, or to the photos in them. */
export function useFreshAlbums(): void {
  const client = useQueryClient();
  usePush('albums-changed', () => {
    void client.invalidateQueries({ queryKey: ['Albums'] });
    void client.invalidateQueries({ queryKey: ['SharedAlbums'] });
    void client.invalidateQueries({ queryKey: ['User', 'counts'] });
  });
}
