import type { FeatureFlag, PublicChannel } from '@keepsake/contracts/frame/configuration';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { useFlags } from '#/shared/flags.tsx';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import classes from './side-menu.module.css';

/** A page in the side menu. */
export type MenuEntry = {
  key: string;
  /** Text key. */
  label: string;
  icon: ReactNode;
  /** The feature flag it requires, if any. */
  flag?: FeatureFlag;
  /** Who sees it; everybody by default [SHL-05, SHL-06, SHL-08, SHL-11]. */
  audience?: 'business' | 'consumers';
  /** Marked as current only at its own address, not at addresses below it. */
  isExact?: boolean;
} & ({ to: LinkProps['to'] } | { href: (channel: PublicChannel) => string });

/** Navigation of the account area; part of the home page on a phone. */
export function SideMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation();
  const isFlagOn = useFlags();
  const audience = useIsBusiness().isBusiness ? 'business' : 'consumers';
  return (
    <nav className={classes.menu} aria-label={t('shell.menu')}>
      <ul className={classes.list}>
        {entries
          .filter((entry) => !entry.flag || isFlagOn(entry.flag))
          .filter((entry) => !entry.audience || entry.audience === audience)
          .map((entry) => (
            <li key={entry.key} data-entry={entry.key} className={classes.item}>
              <EntryLink entry={entry} />
            </li>
          ))}
      </ul>
    </nav>
  );
}

function EntryLink({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation();
  const channel = useChannel();
  const pathname = useLocation({ select: (location) => location.pathname });
  const contents = (
    <>
      {entry.icon}
      <span className={classes.label}>{t(entry.label)}</span>
      <span className={classes.forward}>
        <ForwardIcon size={18} />
      </span>
    </>
  );
  if ('href' in entry) {
    const href = entry.href(channel);
    const isCurrent = href === pathname;
    return (
      <ChannelLink className={classes.link} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {contents}
      </ChannelLink>
    );
  }
  return (
    <Link
      className={classes.link}
      to={entry.to}
      activeOptions={{ exact: entry.isExact ?? false, includeSearch: false }}
    >
      {contents}
    </Link>
  );
}
