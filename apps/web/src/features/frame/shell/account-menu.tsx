import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomer } from '#/shared/session.ts';
import { AccountIcon } from '#/shared/ui/icons.tsx';
import { useDisclosure } from '#/shared/ui/use-disclosure.ts';
import classes from './account-menu.module.css';
import barClasses from './top-bar.module.css';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const { name, email } = useCustomer();
  const navigate = useNavigate();
  const panelId = useId();
  const { isOpen, setOpen, root, button } = useDisclosure();
  return (
    <div className={classes.root} ref={root}>
      <button
        ref={button}
        type="button"
        className={barClasses.action}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={t('shell.account', { name: name ?? email })}
        onClick={() => setOpen(!isOpen)}
      >
        <AccountIcon />
        <span className={barClasses.label}>{name ?? email}</span>
      </button>
      <div id={panelId} className={classes.panel} hidden={!isOpen}>
        {name && <p className={classes.name}>{name}</p>}
        <p className={classes.email}>{email}</p>
        <button type="button" className={classes.signOut} onClick={() => void navigate({ to: '/logout' })}>
          {t('shell.signOut')}
        </button>
      </div>
    </div>
  );
}
