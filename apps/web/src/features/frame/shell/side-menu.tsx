import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { useFlags } from '#/shared/flags.tsx';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import { type MenuEntry, type MenuGroup, useMark } from './menu.ts';
import classes from './side-menu.module.css';

/** Navigation of the account area, in groups; part of the home page on a phone. */
export function SideMenu({ menu }: { menu: readonly MenuGroup[] }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.menu} aria-label={t('shell.menu')}>
      {menu.map(({ key, entries }) => (
        <div key={key} className={classes.group} data-group={key}>
          {key !== 'start' && (
            <p id={`menu-${key}`} className={classes.heading}>
              {t(`shell.groups.${key}`)}
            </p>
          )}
          <MenuEntries entries={entries} labelledBy={`menu-${key}`} />
        </div>
      ))}
    </nav>
  );
}

type EntriesProps = { entries: readonly MenuEntry[]; labelledBy?: string | undefined };

/** The entries that the customer may see. */
export function MenuEntries({ entries, labelledBy }: EntriesProps) {
  const isFlagOn = useFlags();
  const audience = useIsBusiness().isBusiness ? 'business' : 'consumers';
  return (
    <ul className={classes.list} aria-labelledby={labelledBy}>
      {entries
        .filter((entry) => !entry.flag || isFlagOn(entry.flag))
        .filter((entry) => !entry.audience || entry.audience === audience)
        .map((entry) => (
          <li key={entry.to} className={classes.item}>
            <EntryLink entry={entry} />
          </li>
        ))}
    </ul>
  );
}

function EntryLink({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation();
  const channel = useChannel();
  const mark = useMark()(entry);
  const contents = (
    <>
      {entry.icon}
      <span className={classes.label}>{t(entry.label)}</span>
      <span className={classes.forward}>
        <ForwardIcon size={18} />
      </span>
    </>
  );
  if (entry.href) {
    return (
      <ChannelLink className={classes.link} href={entry.href(channel)} aria-current={mark}>
        {contents}
      </ChannelLink>
    );
  }
  return (
    <Link className={classes.link} to={entry.to} activeOptions={{ exact: true }} aria-current={mark}>
      {contents}
    </Link>
  );
}
