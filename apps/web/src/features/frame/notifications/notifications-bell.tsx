import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/shared/notifications/notification.ts';
import { useDisclosure } from '#/shared/ui/disclosure/use-disclosure.ts';
import { BellIcon } from './bell-icon.tsx';
import classes from './notifications.module.css';
import { NotificationsPanel } from './notifications-panel.tsx';
import { seenUntil } from './seen-until.ts';

type Props = { notifications: readonly Notification[] };

/** What happened while the customer was busy elsewhere: a bell with the number of what is new. */
export function NotificationsBell({ notifications }: Props) {
  const { t } = useTranslation();
  const panelId = useId();
  const { isOpen, setOpen, root, button } = useDisclosure();
  const seen = seenUntil.use();
  const newest = notifications.toSorted((one, other) => other.at.localeCompare(one.at));
  const count = newest.filter(({ at }) => at > seen).length;

  function toggle() {
    if (!isOpen && newest[0]) seenUntil.set(newest[0].at);
    setOpen(!isOpen);
  }
  return (
    <div className={classes.root} ref={root}>
      <button
        ref={button}
        type="button"
        className={classes.bell}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={count > 0 ? t('notifications.bellNew', { count }) : t('notifications.title')}
        onClick={toggle}
      >
        <BellIcon />
        {count > 0 && (
          <span className={classes.count} aria-hidden="true">
            {count > 9 ? '9+' : count}
          </span>
        )}
      </button>
      <div id={panelId}>
        {isOpen && <NotificationsPanel notifications={newest} onClose={() => setOpen(false)} />}
      </div>
    </div>
  );
}
