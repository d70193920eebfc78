import { createFileRoute } from '@tanstack/react-router';
import { ExportPage } from '#/features/library/exports/index.ts';

export const Route = createFileRoute('/_shell/my-photos/exports/$backupId')({
  staticData: {
    flag: 'PhotoExportEnabled',
  },
  component: ExportRoute,
});

function ExportRoute() {
  return <ExportPage exportId={Route.useParams().backupId} />;
}
