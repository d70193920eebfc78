import { STORAGE_MONTHS, type StorageAccount, storageStatusOf } from '@keepsake/contracts/library/retention';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ShopLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDay, formatDayInSentence, useLocale } from '#/shared/format.ts';
import { storageMessage, toneOf } from './storage-message.ts';
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
  const stored = { date: formatDayInSentence(account.keptUntilIfOrderedToday, locale) };
  if (account.hidden?.isBeingDeleted) return t('storage.tooLate');
  if (tone === 'safe') {
    return t('storage.keptUntil', { date: formatDay(storageStatusOf(account).deletionDate, locale) });
  }
  return (
    <ShopLink className={classes.order}>
      {tone === 'critical' && t('storage.prompt', { count: months })}
      {tone === 'warning' && t('storage.ordering', stored)}
      {tone === 'hidden' && t('storage.bringBack', stored)}
    </ShopLink>
  );
}
