import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { HelpIcon } from '#/shared/ui/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ChannelLogo } from './channel-logo.tsx';
import classes from './top-bar.module.css';

/** The channel's logo, help, what a route adds, and the account menu. */
export function TopBar({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { faqUrl } = useChannel();
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.logo}>
        <ChannelLogo />
      </Link>
      <div className={classes.actions}>
        <a className={classes.action} href={faqUrl} aria-label={t('shell.help')}>
          <HelpIcon />
          <span className={classes.label}>{t('shell.help')}</span>
        </a>
        {children}
        <AccountMenu />
      </div>
    </header>
  );
}
