import { createFileRoute } from '@tanstack/react-router';
import { PhotosPage } from '#/features/library/header/photos-page.tsx';
import { Timeline } from '#/features/library/timeline/timeline.tsx';

/** `?import=true` opens the import over the timeline, so that any page can lead to it. */
type Search = { import?: true };

export const Route = createFileRoute('/_shell/my-photos/photos')({
  validateSearch: (search): Search => (search.import === true ? { import: true } : {}),
  component: PhotosRoute,
});

function PhotosRoute() {
  const navigate = Route.useNavigate();
  const openImport = () => void navigate({ search: { import: true } });
  return (
    <PhotosPage onAddPhotos={openImport}>
      <Timeline onAddPhotos={openImport} />
    </PhotosPage>
  );
}
