import { STORAGE_MONTHS, type StorageAccount, storageStatusOf } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration/configuration-context.ts';
import { formatDayInSentence } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { DialogActions } from '#/shared/ui/dialog/dialog-parts.tsx';
import { Modal } from '#/shared/ui/modal/modal.tsx';
import { closeStorage } from '../storage-opener.ts';
import { sayHowLong, toneOf } from '../storage-words.ts';
import { useStorageAccount } from '../use-storage-account.ts';
import { ReminderHistory } from './reminder-history.tsx';
import { StorageFacts } from './storage-facts.tsx';
import classes from './storage-modal.module.css';

/** Where the storage stands, what an order of today earns, and the mails about it [RET-10, RET-13]. */
export default function StorageModal({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const { productsUrl } = useChannel();
  const account = useStorageAccount();
  return (
    <Modal isOpen={isOpen && account !== undefined} onClose={closeStorage} title={t('storage.button')}>
      {account && <Standing account={account} />}
      <DialogActions>
        <Button variant="default" onClick={closeStorage}>
          {t('storage.close')}
        </Button>
        {!account?.hidden?.isBeingDeleted && (
          <Button component="a" href={productsUrl}>
            {t('storage.order')}
          </Button>
        )}
      </DialogActions>
    </Modal>
  );
}

function Standing({ account }: { account: StorageAccount }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const tone = toneOf(account);
  const isTooLate = account.hidden?.isBeingDeleted === true;
  return (
    <>
      <p className={classes.words} data-tone={tone}>
        {sayHowLong(account, t, locale)}
      </p>
      {tone === 'critical' && <p>{t('storage.prompt', { count: STORAGE_MONTHS })}</p>}
      {!isTooLate && (
        <p className={classes.ordering}>
          {t(account.hidden ? 'storage.bringBack' : 'storage.ordering', {
            date: formatDayInSentence(account.keptUntilIfOrderedToday, locale),
          })}
        </p>
      )}
      <StorageFacts account={account} status={storageStatusOf(account)} />
      <ReminderHistory reminders={account.reminders} />
    </>
  );
}
