import type { StorageAccount } from '@keepsake/contracts/library/retention';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ShopLink, useShopUrl } from '#/shared/channel-links.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import classes from './hidden-notice.module.css';
import { storageStatusQuery } from './queries.ts';
import { graceMessage, storageMessage } from './storage-message.ts';

/** Notice that the photos are hidden, until when, and that an order restores them. */
export default function HiddenNotice() {
  const { t } = useTranslation();
  const hasShop = useShopUrl() !== null;
  // Reads only the cache: the components that show the storage status load it.
  const { data: account } = useQuery({ ...storageStatusQuery(), enabled: false });
  const isTooLate = account?.hidden?.isBeingDeleted === true;
  return (
    <section aria-label={t('storage.button')}>
      <EmptyState
        action={
          hasShop &&
          !isTooLate && <Button renderRoot={(props) => <ShopLink {...props} />}>{t('storage.order')}</Button>
        }
      >
        <Explanation account={account} />
      </EmptyState>
    </section>
  );
}

function Explanation({ account }: { account: StorageAccount | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isBlocked = useIsBlocked();
  if (!account?.hidden) return t('storage.hiddenForNow');
  const storedUntil = formatDayInSentence(account.keptUntilIfOrderedToday, locale);
  const help = [
    graceMessage(account, t, locale),
    ...(isBlocked ? [] : [t('storage.bringBack', { date: storedUntil })]),
  ].join(' ');
  return (
    <>
      <strong className={classes.what} role="status">
        {storageMessage(account, t, locale)}
      </strong>
      {account.hidden.isBeingDeleted ? t('storage.tooLate') : help}
    </>
  );
}
