import { createFileRoute, redirect } from '@tanstack/react-router';
import { PhotosIcon } from '#/shared/ui/icons.tsx';

/** The photo section opens with the timeline [RTE-01]. */
export const Route = createFileRoute('/_shell/my-photos/')({
  staticData: {
    flag: 'PhotoManagementTimelineViewEnabled',
    // Leads to the whole section, so that it is marked as current for albums, too.
    menu: {
      group: 'photos',
      rank: 1,
      label: 'shell.savedPhotos',
      icon: <PhotosIcon />,
      thumbLabel: 'shell.thumbs.photos',
    },
  },
  beforeLoad: () => {
    throw redirect({ to: '/my-photos/photos', replace: true });
  },
});
