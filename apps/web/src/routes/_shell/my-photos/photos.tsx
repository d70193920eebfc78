import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { openImport } from '#/features/import/import-opener.ts';
import { PhotosScreen } from './-photos-screen.tsx';

/** `?import=true` opens the import over the timeline, so that any link can lead to it. */
type Search = { import?: true };

export const Route = createFileRoute('/_shell/my-photos/photos')({
  validateSearch: (search): Search => (search.import === true ? { import: true } : {}),
  component: PhotosRoute,
});

function PhotosRoute() {
  const navigate = Route.useNavigate();
  const isAsked = Route.useSearch({ select: (search) => search.import === true });
  useEffect(() => {
    if (!isAsked) return;
    openImport();
    // A reload does not open it again.
    void navigate({ search: {}, replace: true });
  }, [isAsked, navigate]);
  return <PhotosScreen />;
}
