import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { projectsPart } from '#/features/creations/projects/index.ts';
import { listParts, prepareParts } from '#/features/frame/home/index.ts';
import { onThisDayPart, photosPart } from '#/features/library/photos/index.ts';
import { storagePart } from '#/features/library/retention/index.ts';
import { openImport, UploadButton } from '#/features/library/uploads/index.ts';
import { ordersPart } from '#/features/orders/orders/index.ts';
import { vouchersPart } from '#/features/orders/vouchers/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { isStripped, useIsMobile } from '#/shared/layout.ts';
import { AddIcon } from '#/shared/ui/icons.tsx';

/** The parts by name: a list, because a page imports what it shows. Their order is the contract's. */
export const overviewParts = listParts({
  orders: ordersPart,
  storage: storagePart,
  photos: photosPart(<AddPhotos />),
  onThisDay: onThisDayPart,
  projects: projectsPart,
  vouchers: vouchersPart,
});

export const prepareOverview = (client: QueryClient) => prepareParts(client, overviewParts);

/** Adds photos; on a phone the bar for thumbs does, so that the photos begin higher. */
function AddPhotos() {
  const { t } = useTranslation();
  const isInBar = useIsMobile() && !isStripped();
  const isUploadOn = useFlag('PhotoManagementUploadViewEnabled');
  if (!isUploadOn || isInBar) return null;
  return (
    <UploadButton leftSection={<AddIcon size={18} />} onPress={openImport}>
      {t('home.addPhotos')}
    </UploadButton>
  );
}
