import { NOTIFICATIONS_CLOSE_MS } from '@keepsake/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import type { Notification } from '#/shared/notifications/notification.ts';
import { useCountdown } from '#/shared/ui/toasts/use-countdown.ts';
import classes from './notifications.module.css';

type PanelProps = { notifications: readonly Notification[]; onClose: () => void };

/** More than this many are found on their pages. */
const MOST = 8;

/** Closes by itself, but not while it is pointed at or read by keys [NTF-02]. */
export function NotificationsPanel({ notifications, onClose }: PanelProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [isHeld, setHeld] = useState(false);
  useCountdown(NOTIFICATIONS_CLOSE_MS, isHeld, onClose);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only pauses the clock
    <div
      className={classes.panel}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <h2 className={classes.title}>{t('notifications.title')}</h2>
      {notifications.length === 0 && <p className={classes.empty}>{t('notifications.empty')}</p>}
      <ul className={classes.list}>
        {notifications.slice(0, MOST).map(({ key, title, detail, at, href, isFailure }) => (
          <li key={key}>
            <Link to={href} className={classes.item} data-failure={isFailure || undefined} onClick={onClose}>
              <strong>{title}</strong>
              {detail && <span className={classes.detail}>{detail}</span>}
              <time className={classes.detail} dateTime={at}>
                {formatDate(at, locale)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
