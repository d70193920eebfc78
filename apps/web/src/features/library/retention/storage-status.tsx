import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { Icon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { openStorage } from './storage-opener.ts';
import classes from './storage-status.module.css';
import { useStorageAccount } from './use-storage-account.ts';

/** Opens what is known of the storage [HDR-03, RET-13]; absent while that is nothing. */
export function StorageButton() {
  const { t } = useTranslation();
  const account = useStorageAccount();
  return account && <QuietButton icon={<StorageIcon />} label={t('storage.button')} onPress={openStorage} />;
}

const StorageIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
);

const StorageBanner = lazy(() => import('./storage-banner.tsx'));

/** Keeps the room of the banner above the photos until it is there [FLG-10]. */
export function StoragePlace() {
  const isShown = useFlag('ReactivationEnabled');
  if (!isShown) return null;
  return (
    <div className={classes.place}>
      <div className={classes.room}>
        <Suspense fallback={null}>
          <StorageBanner />
        </Suspense>
      </div>
    </div>
  );
}
