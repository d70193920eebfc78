import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { countsQuery } from '#/features/library/state/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { drawing } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { whenIdle } from '#/shared/when-idle.ts';
import { useStorageAccount } from './queries.ts';
import classes from './storage-status.module.css';

const StorageBanner = lazyPart(() => whenIdle(() => import('./storage-banner.tsx')));
const storageDialog = defineDialog('storage', () => import('./storage-dialog.tsx'));
const openStorage = () => storageDialog.open({});

/** Opens the storage status [HDR-03, RET-13]; absent until it is known. */
export function StorageButton() {
  const { t } = useTranslation();
  const account = useStorageAccount();
  useEffect(() => storageDialog.loadWhenIdle(), []);
  if (!account) return null;
  return <QuietButton icon={<StorageIcon />} label={t('storage.button')} onPress={openStorage} />;
}

const StorageIcon = drawing('M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 7.5V12l3 2');

/** The banner above the photos [FLG-10]; none without photos, which no order keeps. Its space is reserved while it loads. */
export function StorageBannerSlot() {
  const isShown = useFlag('ReactivationEnabled');
  const { data: counts } = useQuery(countsQuery);
  if (!isShown || counts?.photosCount === 0) return null;
  return (
    <div className={classes.slot}>
      <div className={classes.space}>
        <StorageBanner onCritical={openStorage} />
      </div>
    </div>
  );
}
