import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProjectsToFinish } from '#/features/creations/projects/index.ts';
import { type OverviewPart, overviewPart, prepareParts } from '#/features/frame/home/index.ts';
import { LatestPhotos } from '#/features/library/photos/index.ts';
import { UrgentStorage } from '#/features/library/retention/index.ts';
import { openImport, UploadButton } from '#/features/library/uploads/index.ts';
import { OrdersOnTheirWay } from '#/features/orders/orders/index.ts';
import { UsableVouchers } from '#/features/orders/vouchers/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { AddIcon } from '#/shared/ui/icons.tsx';

/** The parts of the overview, top to bottom: which stands where is decided here, by hand. */
export const overviewParts: readonly OverviewPart[] = [
  overviewPart('orders', {
    tag: 'Orders',
    failed: 'home.ordersFailed',
    isContentless: true,
    render: (value) => <OrdersOnTheirWay value={value} />,
  }),
  overviewPart('storage', {
    tag: 'Storage',
    failed: 'home.storageFailed',
    render: (value) => <UrgentStorage value={value} />,
  }),
  overviewPart('photos', {
    tag: 'LatestUploadedPhotos',
    failed: 'home.photosFailed',
    render: (value) => <LatestPhotos value={value} addPhotos={<AddPhotos />} />,
  }),
  overviewPart('projects', {
    tag: 'Projects',
    failed: 'projects.failed',
    render: (value) => <ProjectsToFinish value={value} />,
  }),
  overviewPart('vouchers', {
    tag: 'Vouchers',
    failed: 'vouchers.failed',
    isContentless: true,
    render: (value) => <UsableVouchers value={value} />,
  }),
];

export const prepareOverview = (client: QueryClient) => prepareParts(client, overviewParts);

function AddPhotos() {
  const { t } = useTranslation();
  const isUploadOn = useFlag('PhotoManagementUploadViewEnabled');
  if (!isUploadOn) return null;
  return (
    <UploadButton leftSection={<AddIcon size={18} />} onPress={openImport}>
      {t('home.addPhotos')}
    </UploadButton>
  );
}
