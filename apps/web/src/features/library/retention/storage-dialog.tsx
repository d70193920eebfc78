import {
  STORAGE_MONTHS,
  type StorageAccount,
  type StorageReminder,
  type StorageStatus,
  storageStatusOf,
} from '@keepsake/contracts/library/retention';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  countsQuery,
  graceMessage,
  QuotaNotice,
  storageMessage,
  toneOf,
} from '#/features/library/state/index.ts';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { dayIn, formatDay, formatDayInSentence, formatNumber, useLocale } from '#/shared/format.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions } from '#/shared/ui/dialog.tsx';
import { OriginalsCheck } from './originals-check.tsx';
import { useOrderUrl, useStorageAccount, useStoredByOrdering } from './queries.ts';
import classes from './storage-dialog.module.css';

/** The storage status, how long an order today would keep the photos, and the reminders sent [RET-10, RET-13]. */
export default function StorageDialog({ isOpen, onClose }: DialogProps) {
  const { t } = useTranslation();
  const account = useStorageAccount();
  const orderUrl = useOrderUrl(account);
  return (
    <Dialog isOpen={isOpen && account !== undefined} onClose={onClose} title={t('storage.button')}>
      {account && <Status account={account} onLeave={onClose} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('storage.close')}
        </Button>
        {orderUrl !== null && !account?.hidden?.isBeingDeleted && (
          <Button onClick={onClose} renderRoot={(props) => <ChannelLink {...props} href={orderUrl} />}>
            {t('storage.order')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Status({ account, onLeave }: { account: StorageAccount; onLeave: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const months = useChannel().storageMonths ?? STORAGE_MONTHS;
  const tone = toneOf(account);
  const isTooLate = account.hidden?.isBeingDeleted === true;
  const storedUntil = useStoredByOrdering(account);
  const isBlocked = useIsBlocked();
  // Before the photos are hidden, it says that an order brings them back.
  const hasGrace = tone !== 'safe' && !isTooLate && (tone === 'hidden' || !isBlocked);
  return (
    <>
      <p className={classes.message} data-tone={tone}>
        {storageMessage(account, t, locale)}
      </p>
      {tone === 'critical' && !isBlocked && <p>{t('storage.prompt', { count: months })}</p>}
      {!isTooLate && storedUntil !== null && (
        <p className={classes.ordering}>
          {t(account.hidden ? 'storage.bringBack' : 'storage.ordering', {
            date: formatDayInSentence(storedUntil, locale),
          })}
        </p>
      )}
      {hasGrace && <p className={classes.grace}>{graceMessage(account, t, locale)}</p>}
      {!account.hidden && <Quota />}
      <Details account={account} status={storageStatusOf(account)} />
      {isLonger(account) && <p className={classes.grace}>{t('storage.longer')}</p>}
      {!account.hidden && <OriginalsCheck onLeave={onLeave} />}
      <ReminderHistory reminders={account.reminders} />
    </>
  );
}

/** Whether the end moved, so that the facts do not add up by themselves. */
const isLonger = ({ delayedDeletionDate, projectedDeletionDate, hidden }: StorageAccount): boolean =>
  !hidden && delayedDeletionDate !== null && delayedDeletionDate > projectedDeletionDate;

/** How full the library is, from the warning threshold on: besides time, photos need space. */
function Quota() {
  const { data: counts } = useQuery(countsQuery);
  if (!counts?.quota) return null;
  return (
    <div className={classes.quota}>
      <QuotaNotice photosCount={counts.photosCount} quota={counts.quota} />
    </div>
  );
}

function Details({ account, status }: { account: StorageAccount; status: StorageStatus }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { lastOrderDate, registrationDate, deletionDate, projectCount } = status;
  const details = [
    [t(account.hidden ? 'storage.factEnded' : 'storage.factKept'), formatDay(deletionDate, locale)],
    ...(account.hidden ? [[t('storage.factHidden'), formatDay(account.hidden.deletionDate, locale)]] : []),
    lastOrderDate === null
      ? [t('storage.factRegistered'), formatDay(registrationDate, locale)]
      : [t('storage.factOrdered'), formatDay(lastOrderDate, locale)],
    [t('storage.factPhotos'), formatNumber(account.photosCount, locale)],
    [t('storage.factProjects'), formatNumber(projectCount, locale)],
  ];
  return (
    <dl className={classes.details}>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const REMINDER_TEXTS = {
  'three-months': 'storage.threeMonthsBefore',
  'one-month': 'storage.oneMonthBefore',
  'one-week': 'storage.oneWeekBefore',
  'one-day': 'storage.oneDayBefore',
} as const satisfies Record<StorageReminder, string>;

/** The reminder mails, newest first. */
function ReminderHistory({ reminders }: Pick<StorageAccount, 'reminders'>) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  if (reminders.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>{t('storage.reminders')}</h3>
      <ul className={classes.reminders}>
        {reminders.map(({ reminder, deletionDate, sent }) => (
          <li key={`${reminder} ${deletionDate}`}>
            <span>{t(REMINDER_TEXTS[reminder], { date: formatDay(deletionDate, locale) })}</span>
            <span className={classes.sent}>
              {sent === null ? t('storage.onItsWay') : formatDay(dayIn(sent, timeZone), locale)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
