import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { ChannelLogo, useChannel } from '#/shared/configuration.tsx';
import { useCustomerName } from '#/shared/customer-query.ts';
import { useCustomer } from '#/shared/session.ts';
import { Disclosure } from '#/shared/ui/disclosure.tsx';
import { AccountIcon, HelpIcon } from '#/shared/ui/icons.tsx';
import classes from './top-bar.module.css';

/** The channel's logo, help, the route's additions, and the account menu. */
export function TopBar({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { faqUrl } = useChannel();
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.logo}>
        <ChannelLogo />
      </Link>
      <div className={classes.actions}>
        <ChannelLink className={classes.action} href={faqUrl} aria-label={t('shell.help')}>
          <HelpIcon />
          <span className={classes.label}>{t('shell.help')}</span>
        </ChannelLink>
        <div className={classes.slot}>{children}</div>
        <AccountMenu />
      </div>
    </header>
  );
}

/** Shows who is signed in, and signs out. */
function AccountMenu() {
  const { t } = useTranslation();
  const { email } = useCustomer();
  const name = useCustomerName();
  const navigate = useNavigate();
  const face = (
    <>
      <AccountIcon />
      <span className={classes.label}>{name ?? email}</span>
    </>
  );
  return (
    <Disclosure
      face={face}
      label={t('shell.account', { name: name ?? email })}
      classNames={{ button: classes.action, panel: classes.panel }}
    >
      {() => (
        <>
          {name && <p className={classes.name}>{name}</p>}
          <p className={classes.email}>{email}</p>
          <button type="button" className={classes.signOut} onClick={() => void navigate({ to: '/logout' })}>
            {t('shell.signOut')}
          </button>
        </>
      )}
    </Disclosure>
  );
}
