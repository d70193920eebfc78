import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { ChannelLogo, useChannel } from '#/shared/configuration.tsx';
import { useCustomerName } from '#/shared/customer-query.ts';
import { useCustomer } from '#/shared/session.ts';
import { Disclosure } from '#/shared/ui/disclosure.tsx';
import { AccountIcon, HelpIcon } from '#/shared/ui/icons.tsx';
import type { MenuEntry } from './menu.ts';
import { MenuEntries } from './side-menu.tsx';
import classes from './top-bar.module.css';

type Props = {
  /** The account menu's entries. */
  account: readonly MenuEntry[];
  children?: ReactNode;
};

/** The channel's logo, help, the route's additions, and the account menu. */
export function TopBar({ account, children }: Props) {
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
        <AccountMenu entries={account} />
      </div>
    </header>
  );
}

/** Shows who is signed in, and leads to what concerns the account. */
function AccountMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation();
  const { email } = useCustomer();
  const name = useCustomerName();
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
      {({ close }) => (
        <>
          {name && <p className={classes.name}>{name}</p>}
          <p className={classes.email}>{email}</p>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press of a key on a link is a click, too */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only its links are pressed */}
          <div className={classes.entries} onClick={close}>
            <MenuEntries entries={entries} />
          </div>
        </>
      )}
    </Disclosure>
  );
}
