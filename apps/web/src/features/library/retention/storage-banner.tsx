import { STORAGE_MONTHS, type StorageAccount, storageStatusOf } from '@keepsake/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ShopLink } from '#/shared/channel-links.tsx';
import { formatDay, formatDayInSentence, useLocale } from '#/shared/format.ts';
import { usePush } from '#/shared/push.ts';
import { useIsDialogOpen } from '#/shared/ui/dialog-stack.ts';
import { useStorageAccount } from './queries.ts';
import classes from './storage-banner.module.css';
import { storageMessage, toneOf } from './storage-message.ts';

/** How long the photos are kept, and how long an order today would keep them [RET-05 to RET-10]. */
export default function StorageBanner({ onCritical }: { onCritical: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const client = useQueryClient();
  const account = useStorageAccount();
  // A hidden library may be visible again: every query is stale.
  usePush('storage-changed', () => void client.invalidateQueries());
  useOnceCritical(account, onCritical);
  if (!account || account.hidden) return null;
  return (
    <section className={classes.banner} data-tone={toneOf(account)} aria-label={t('storage.button')}>
      <p className={classes.message} role="status">
        {storageMessage(account, t, locale)}
      </p>{' '}
      <p className={classes.more}>
        <Advice account={account} />
      </p>
    </section>
  );
}

function Advice({ account }: { account: StorageAccount }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const tone = toneOf(account);
  if (tone === 'safe') {
    return t('storage.keptUntil', { date: formatDay(storageStatusOf(account).deletionDate, locale) });
  }
  return (
    <ShopLink className={classes.order}>
      {tone === 'critical' && t('storage.prompt', { count: STORAGE_MONTHS })}
      {tone === 'warning' &&
        t('storage.ordering', { date: formatDayInSentence(account.keptUntilIfOrderedToday, locale) })}
    </ShopLink>
  );
}

const SESSION_FLAG = 'shouldShowReactivationModal';

/** Calls back once per session when the status is critical [RET-11, RET-12], but not while a dialog is open. */
function useOnceCritical(account: StorageAccount | undefined, onCritical: () => void): void {
  const isCovered = useIsDialogOpen();
  const isCritical =
    account !== undefined &&
    account.hidden === null &&
    account.photosCount > 0 &&
    storageStatusOf(account).status === 'critical';
  const show = useEffectEvent(onCritical);
  useEffect(() => {
    if (!isCritical || isCovered || sessionStorage.getItem(SESSION_FLAG) === 'false') return;
    sessionStorage.setItem(SESSION_FLAG, 'false');
    show();
  }, [isCritical, isCovered]);
}
