import { createFileRoute } from '@tanstack/react-router';
import { AddToAlbumScreen } from '../-add-to-album-screen.tsx';

export const Route = createFileRoute('/_shell/my-photos/albums/$albumId/add')({ component: AddRoute });

function AddRoute() {
  return <AddToAlbumScreen albumId={Route.useParams().albumId} />;
}
