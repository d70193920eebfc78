import { createFileRoute } from '@tanstack/react-router';
import { ExportPage } from '#/features/library/exports/export-page.tsx';
import { FlagGate } from '#/shared/flags.tsx';

export const Route = createFileRoute('/_shell/my-photos/exports/$backupId')({ component: ExportRoute });

function ExportRoute() {
  return (
    <FlagGate flag="PhotoExportEnabled">
      <ExportPage backupId={Route.useParams().backupId} />
    </FlagGate>
  );
}
