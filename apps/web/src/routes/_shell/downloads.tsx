import { createFileRoute } from '@tanstack/react-router';
import { MapList } from '#/features/creations/online-products/index.ts';
import { AfterFailure, DownloadsPage } from '#/features/library/downloads/index.ts';
import { ExportList, useExports } from '#/features/library/exports/index.ts';
import { DownloadIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/downloads')({
  component: DownloadsRoute,
  staticData: {
    heading: { text: 'download.title' },
    menu: { group: 'photos', rank: 5, label: 'shell.downloads', icon: <DownloadIcon /> },
  },
});

function DownloadsRoute() {
  const hasOthers = useExports().length > 0;
  return (
    <DownloadsPage afterFailure={(download) => <AfterFailure download={download} />} hasOthers={hasOthers}>
      <ExportList />
      <MapList />
    </DownloadsPage>
  );
}
