import { createFileRoute } from '@tanstack/react-router';
import { AlbumScreen } from '../-album-screen.tsx';

export const Route = createFileRoute('/_shell/my-photos/albums/$albumId/')({ component: AlbumRoute });

function AlbumRoute() {
  return <AlbumScreen albumId={Route.useParams().albumId} />;
}
