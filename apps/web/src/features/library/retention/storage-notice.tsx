import { fullnessOf } from '@keepsake/contracts/library/photos';
import { STORAGE_MONTHS, type StorageAccount, storageStatusOf } from '@keepsake/contracts/library/retention';
import type { OverviewValue } from '@keepsake/contracts/overview';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DescribedPart } from '#/features/frame/home/index.ts';
import { graceMessage, QuotaNotice, storageMessage, toneOf } from '#/features/library/state/index.ts';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useFlag } from '#/shared/flags.tsx';
import { formatDay, formatDayInSentence, useLocale } from '#/shared/format.ts';
import { useOrderUrl, useStoredByOrdering } from './queries.ts';
import classes from './storage-notice.module.css';

/**
 * How long the photos are kept, and how long an order today would keep them [RET-05 to RET-10]. On pages without the photos,
 * the text links to them.
 */
export function StorageNotice({ account, isElsewhere }: { account: StorageAccount; isElsewhere?: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <section className={classes.notice} data-tone={toneOf(account)} aria-label={t('storage.button')}>
      <p className={classes.message} role="status">
        {isElsewhere ? (
          <Link to="/my-photos/photos" className={classes.photos}>
            {storageMessage(account, t, locale)}
          </Link>
        ) : (
          storageMessage(account, t, locale)
        )}
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
  const months = useChannel().storageMonths ?? STORAGE_MONTHS;
  const tone = toneOf(account);
  const orderUrl = useOrderUrl(account);
  const storedUntil = useStoredByOrdering(account);
  if (account.hidden?.isBeingDeleted) return t('storage.tooLate');
  if (account.hidden && storedUntil === null) return graceMessage(account, t, locale);
  if (tone === 'safe' || storedUntil === null) {
    return t('storage.keptUntil', { date: formatDay(storageStatusOf(account).deletionDate, locale) });
  }
  const stored = { date: formatDayInSentence(storedUntil, locale) };
  const words = {
    critical: t('storage.prompt', { count: months }),
    warning: t('storage.ordering', stored),
    hidden: t('storage.bringBack', stored),
  }[tone];
  if (orderUrl === null) return words;
  return (
    <ChannelLink className={classes.order} href={orderUrl}>
      {words}
    </ChannelLink>
  );
}

export const storagePart: DescribedPart<'storage'> = {
  tag: 'Storage',
  failed: 'home.storageFailed',
  render: (value) => <UrgentStorage value={value} />,
};

/** Warns when either the storage time or the space is about to run out [FLG-10]. */
function UrgentStorage({ value: { account, counts } }: { value: OverviewValue<'storage'> }) {
  const isShown = useFlag('ReactivationEnabled');
  const isMock = useFlag('UseReactivationMockData');
  const isEnding = account.photosCount > 0 && storageStatusOf(account).status !== 'safe';
  const isNoticed = isShown && !isMock && (account.hidden !== null || isEnding);
  const isFull = fullnessOf(counts) !== null;
  if (!isNoticed && !isFull) return null;
  return (
    <div className={classes.notices}>
      {isNoticed && <StorageNotice account={account} isElsewhere />}
      {counts.quota && <QuotaNotice photosCount={counts.photosCount} quota={counts.quota} />}
    </div>
  );
}
