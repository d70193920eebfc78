import { type PhotoFilter, photoFilter } from '@keepsake/contracts';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { exportDialog } from '#/features/library/exports/export-button.tsx';
import { openImport } from '#/features/library/uploads/import-opener.ts';
import { useFlag } from '#/shared/flags.tsx';
import { PhotosScreen } from './-photos-screen.tsx';

/**
 * `?import=true` and `?export=true` open these over the timeline, so that any link can lead to them; `?filter=notPrinted`
 * leaves out what is printed.
 */
type Search = { import?: true; export?: true; filter?: PhotoFilter };

export const Route = createFileRoute('/_shell/my-photos/photos')({
  validateSearch: (search): Search => ({
    ...(search.import === true ? { import: true } : {}),
    ...(search.export === true ? { export: true } : {}),
    ...(photoFilter.safeParse(search.filter).success ? { filter: 'notPrinted' } : {}),
  }),
  component: PhotosRoute,
});

function PhotosRoute() {
  const navigate = Route.useNavigate();
  const asked = Route.useSearch();
  const canExport = useFlag('PhotoExportEnabled');
  useEffect(() => {
    if (!asked.import && !asked.export) return;
    if (asked.import) openImport();
    if (asked.export && canExport) exportDialog.open({});
    // A reload does not open it again.
    void navigate({ search: ({ filter }) => ({ filter }), replace: true });
  }, [asked.import, asked.export, canExport, navigate]);
  return <PhotosScreen />;
}
