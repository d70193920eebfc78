import { STORAGE_MONTHS, type StorageAccount, storageStatusOf } from '@keepsake/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration/configuration-context.ts';
import { formatDay, formatDayInSentence } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { usePush } from '#/shared/push/use-push.ts';
import { sayHowLong, toneOf } from '../storage-words.ts';
import { useStorageAccount } from '../use-storage-account.ts';
import classes from './storage-banner.module.css';
import { useCriticalModal } from './use-critical-modal.ts';

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
  return (
    <a href={productsUrl} className={classes.order}>
      {tone === 'critical' && t('storage.prompt', { count: STORAGE_MONTHS })}
      {tone === 'warning' &&
        t('storage.ordering', { date: formatDayInSentence(account.keptUntilIfOrderedToday, locale) })}
    </a>
  );
}
