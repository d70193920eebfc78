import type { StorageAccount } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChannel } from '../configuration/configuration-context.ts';
import { formatDayInSentence } from '../format/dates.ts';
import { useLocale } from '../format/use-locale.ts';
import { usePush } from '../push/use-push.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import classes from './library-hidden.module.css';
import { storageStatusQuery } from './storage-status-query.ts';

/** That the photos are hidden, until when, and that an order brings them back. */
export default function LibraryHidden() {
  const { t } = useTranslation();
  const { productsUrl } = useChannel();
  const client = useQueryClient();
  // What is known is used; asking is up to those who show the storage.
  const { data: account } = useQuery({ ...storageStatusQuery(), enabled: false });
  const isTooLate = account?.hidden?.isBeingDeleted === true;
  usePush('storage-changed', () => void client.invalidateQueries());
  return (
    <section aria-label={t('storage.button')}>
      <EmptyState
        action={
          !isTooLate && (
            <Button component="a" href={productsUrl}>
              {t('storage.order')}
            </Button>
          )
        }
      >
        <Words account={account} />
      </EmptyState>
    </section>
  );
}

function Words({ account }: { account: StorageAccount | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!account?.hidden) return t('storage.hiddenForNow');
  const { hidden, keptUntilIfOrderedToday } = account;
  const [what, help] = hidden.isBeingDeleted
    ? [t('storage.beingDeleted'), t('storage.tooLate')]
    : [
        t('storage.hidden', { date: formatDayInSentence(hidden.deletionDate, locale) }),
        t('storage.bringBack', { date: formatDayInSentence(keptUntilIfOrderedToday, locale) }),
      ];
  return (
    <>
      <strong className={classes.what} role="status">
        {what}
      </strong>
      {help}
    </>
  );
}
