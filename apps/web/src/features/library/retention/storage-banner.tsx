import { STORAGE_MONTHS, type StorageAccount, storageStatusOf } from '@keepsake/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDay, useLocale } from '#/shared/format.ts';
import { usePush } from '#/shared/push.ts';
import { useIsModalOpen } from '#/shared/ui/modal-stack.ts';
import classes from './storage-banner.module.css';
import { sayHowLong, toneOf } from './storage-message.ts';
import { openStorage } from './storage-opener.ts';
import { useStorageAccount } from './use-storage-account.ts';

/** How long the photos are kept, and what an order of today earns [RET-05 to RET-10]. */
export default function StorageBanner() {
  const { t } = useTranslation();
  const locale = useLocale();
  const client = useQueryClient();
  const account = useStorageAccount();
  // Photos that were hidden may be seen again: all that was asked for is in doubt.
  usePush('storage-changed', () => void client.invalidateQueries());
  useCriticalModal(account);
  if (!account || account.hidden) return null;
  return (
    <section className={classes.banner} data-tone={toneOf(account)} aria-label={t('storage.button')}>
      <p className={classes.words} role="status">
        {sayHowLong(account, t, locale)}
      </p>
      <p className={classes.more}>
        <WhatHelps account={account} />
      </p>
    </section>
  );
}

function WhatHelps({ account }: { account: StorageAccount }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { productsUrl } = useChannel();
  const tone = toneOf(account);
  if (tone === 'safe') {
    return t('storage.keptUntil', { date: formatDay(storageStatusOf(account).deletionDate, locale) });
  }
  const date = formatDay(account.keptUntilIfOrderedToday, locale);
  return (
    <a href={productsUrl} className={classes.order}>
      {tone === 'critical' && t('storage.prompt', { count: STORAGE_MONTHS })}
      {tone === 'warning' && t('storage.ordering', { date })}
    </a>
  );
}

const FLAG = 'shouldShowReactivationModal';

/** Opens the modal by itself, once per session, when the photos are soon to go [RET-11, RET-12]; over no other one. */
function useCriticalModal(account: StorageAccount | undefined): void {
  const isCovered = useIsModalOpen();
  const isCritical =
    account !== undefined &&
    account.hidden === null &&
    account.photosCount > 0 &&
    storageStatusOf(account).status === 'critical';
  useEffect(() => {
    if (!isCritical || isCovered || sessionStorage.getItem(FLAG) === 'false') return;
    sessionStorage.setItem(FLAG, 'false');
    openStorage();
  }, [isCritical, isCovered]);
}
