import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_full-screen/my-photos/shared-albums/$albumId')({
  component: SharedAlbumRoute,
});

function SharedAlbumRoute() {
  return null;
}
