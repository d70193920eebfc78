import { createFileRoute, redirect } from '@tanstack/react-router';
import type { PageEntry } from '#/features/frame/shell/index.ts';
import { PhotosIcon } from '#/shared/ui/icons.tsx';

/** Links to the whole section, so that it is marked as current for albums, too. */
export const photosEntry: PageEntry = {
  key: 'photos',
  label: 'shell.savedPhotos',
  icon: <PhotosIcon />,
  flag: 'PhotoManagementTimelineViewEnabled',
  to: '/my-photos',
};

/** The photo section opens with the timeline [RTE-01]. */
export const Route = createFileRoute('/_shell/my-photos/')({
  beforeLoad: () => {
    throw redirect({ to: '/my-photos/photos', replace: true });
  },
});
