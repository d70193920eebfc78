import { useTranslation } from 'react-i18next';
import { ThumbBar, ThumbButton } from '#/features/frame/shell/index.ts';
import { openImport, useUploadsDisabledReason } from '#/features/library/uploads/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { isStripped } from '#/shared/layout.ts';
import { AddIcon } from '#/shared/ui/icons.tsx';
import { overviewEntry } from './_shell/index.tsx';
import { photosEntry } from './_shell/my-photos/index.tsx';
import { ordersEntry } from './_shell/orders/index.tsx';
import { menu } from './-menu.ts';

/** A choice from the menu, with shorter labels: a phone has room for three beside the button that adds photos. */
const ENTRIES = [
  { entry: overviewEntry, label: 'shell.overview' },
  { entry: ordersEntry, label: 'shell.thumbs.orders' },
  { entry: photosEntry, label: 'shell.thumbs.photos' },
];

/** The bar for thumbs; an app of the retailer that embeds the pages has one of its own [ALD-15]. */
export default function Thumbs() {
  return isStripped() ? null : <ThumbBar entries={ENTRIES} add={<AddPhotos />} menu={menu} />;
}

function AddPhotos() {
  const { t } = useTranslation();
  const isUploadOn = useFlag('PhotoManagementUploadViewEnabled');
  const isOff = useUploadsDisabledReason() !== null;
  if (!isUploadOn || isOff) return null;
  return <ThumbButton icon={<AddIcon />} label={t('shell.thumbs.add')} onPress={openImport} />;
}
