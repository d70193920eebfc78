import { NOTIFICATIONS_CLOSE_MS } from '@keepsake/contracts/platform/limits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import { createStoredValue } from '#/shared/storage.ts';
import { Disclosure } from '#/shared/ui/disclosure.tsx';
import { drawing } from '#/shared/ui/icons.tsx';
import { useCountdown } from '#/shared/ui/toasts.tsx';
import classes from './notifications-bell.module.css';

/** An event that finished, or that the customer should know about, while they were elsewhere. */
export type Notification = {
  key: string;
  title: string;
  detail?: string;
  /** When it happened: a UTC instant, RFC 3339. */
  at: string;
  /** Address of its page. */
  href: string;
  isFailure?: boolean;
};

type Props = { notifications: readonly Notification[] };

/** A bell with the number of new notifications; opens the panel that lists them. */
export function NotificationsBell({ notifications }: Props) {
  const { t } = useTranslation();
  const seen = seenUntil.use();
  const newest = notifications.toSorted((one, other) => other.at.localeCompare(one.at));
  const count = newest.filter(({ at }) => at > seen).length;
  const face = (
    <>
      <BellIcon />
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {count > 9 ? '9+' : count}
        </span>
      )}
    </>
  );
  return (
    <Disclosure
      face={face}
      label={count > 0 ? t('notifications.bellNew', { count }) : t('notifications.title')}
      classNames={{ button: classes.bell, panel: classes.panel }}
      onOpen={() => newest[0] && seenUntil.set(newest[0].at)}
    >
      {({ isOpen, close }) => isOpen && <NotificationsPanel notifications={newest} onClose={close} />}
    </Disclosure>
  );
}

type PanelProps = { notifications: readonly Notification[]; onClose: () => void };

/** Only the newest are listed; older ones are on the pages they link to. */
const MAX_SHOWN = 8;

/** Lists notifications. Closes on its own, but not while hovered or focused [NTF-02]. */
function NotificationsPanel({ notifications, onClose }: PanelProps) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const [isPaused, setPaused] = useState(false);
  useCountdown(NOTIFICATIONS_CLOSE_MS, isPaused, onClose);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the countdown
    <div
      className={classes.contents}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <h2 className={classes.title}>{t('notifications.title')}</h2>
      {notifications.length === 0 && <p className={classes.empty}>{t('notifications.empty')}</p>}
      <ul className={classes.list}>
        {notifications.slice(0, MAX_SHOWN).map(({ key, title, detail, at, href, isFailure }) => (
          <li key={key}>
            <Link to={href} className={classes.item} data-failure={isFailure || undefined} onClick={onClose}>
              <strong>{title}</strong>
              {detail && <span className={classes.detail}>{detail}</span>}
              <time className={classes.detail} dateTime={at}>
                {formatDate(at, locale, timeZone)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const BellIcon = drawing('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0');

/** Time of the newest notification seen on this device; '' for none. */
const seenUntil = createStoredValue<string>({
  key: 'notificationsSeenUntil',
  parse: (saved) => (saved && !Number.isNaN(Date.parse(saved)) ? saved : ''),
  format: (at) => at,
});
