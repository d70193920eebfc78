import { createFileRoute } from '@tanstack/react-router';
import { AlbumPage } from '#/features/albums/album/album-page.tsx';

export const Route = createFileRoute('/_shell/my-photos/albums/$albumId')({ component: AlbumRoute });

function AlbumRoute() {
  const { albumId } = Route.useParams();
  return <AlbumPage albumId={albumId}>{() => null}</AlbumPage>;
}
