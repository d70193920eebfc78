import { createFileRoute } from '@tanstack/react-router';
import { MapList } from '#/features/creations/online-products/index.ts';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { DownloadsPage } from '#/features/library/downloads/index.ts';
import { DownloadIcon } from '#/shared/ui/icons.tsx';

export const downloadsEntry: MenuEntry = {
  key: 'downloads',
  label: 'shell.downloads',
  icon: <DownloadIcon />,
  to: '/downloads',
};

export const Route = createFileRoute('/_shell/downloads')({
  component: DownloadsRoute,
  staticData: { heading: { text: 'download.title' } },
});

function DownloadsRoute() {
  return (
    <DownloadsPage>
      <MapList />
    </DownloadsPage>
  );
}
