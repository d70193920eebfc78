import { createFileRoute } from '@tanstack/react-router';
import { SharedAlbumScreen } from './-shared-album-screen.tsx';

/** A shared album, without the menu [RTE-07, RTE-11, RTE-15]. */
export const Route = createFileRoute('/_full-screen/my-photos/shared-albums/$albumId/')({
  staticData: { flag: 'PhotoManagementSharedAlbumsViewEnabled' },
  component: SharedAlbumRoute,
});

function SharedAlbumRoute() {
  return <SharedAlbumScreen albumId={Route.useParams().albumId} />;
}
