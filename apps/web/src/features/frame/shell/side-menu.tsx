import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import { type MenuEntry, menuEntries } from './menu-entries.tsx';
import classes from './side-menu.module.css';
import { useMenuFacts } from './use-menu-facts.ts';

/** Navigation of the account area; on a phone it is part of the home page. */
export function SideMenu() {
  const { t } = useTranslation();
  const facts = useMenuFacts();
  const shown = menuEntries.filter(({ isShown }) => isShown?.(facts) ?? true);
  return (
    <nav className={classes.menu} aria-label={t('shell.menu')}>
      <ul className={classes.list}>
        {shown.map((entry) => (
          <li key={entry.key} data-entry={entry.key} className={classes.item}>
            <EntryLink entry={entry} target={entry.target(facts)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function EntryLink({ entry, target }: { entry: MenuEntry; target: ReturnType<MenuEntry['target']> }) {
  const { t } = useTranslation();
  const contents: ReactNode = (
    <>
      {entry.icon}
      <span className={classes.label}>{t(entry.label)}</span>
      <span className={classes.forward}>
        <ForwardIcon size={18} />
      </span>
    </>
  );
  if ('href' in target) {
    return (
      <a className={classes.link} href={target.href}>
        {contents}
      </a>
    );
  }
  return (
    <Link
      className={classes.link}
      to={target.to}
      activeOptions={{ exact: entry.isExact ?? false, includeSearch: false }}
    >
      {contents}
    </Link>
  );
}
