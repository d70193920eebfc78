import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlags } from '#/shared/flags.tsx';
import { takeBottomSpace } from '#/shared/ui/bottom-space.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { drawing } from '#/shared/ui/icons.tsx';
import type { MenuGroup, PageEntry } from './frame.ts';
import classes from './thumb-bar.module.css';

const menuSheet = defineDialog<{ menu: readonly MenuGroup[] }>('menu', () => import('./menu-sheet.tsx'));

const MenuIcon = drawing('M4 6.5h16M4 12h16M4 17.5h16');

/** Trays, notes and banners are placed above the bar. */
const takeSpace = takeBottomSpace('--bottom-bar');

type Props = {
  /** Pages that it leads to, each with the text key of its short name. */
  entries: readonly { entry: PageEntry; label: string }[];
  /** A button in its middle. */
  add: ReactNode;
  /** All of the menu, behind 'Menu'. */
  menu: readonly MenuGroup[];
};

/** The bar within reach of the thumb on a phone, on every page of the shell; the selection's bar takes its place. */
export function ThumbBar({ entries, add, menu }: Props) {
  const { t } = useTranslation();
  const isFlagOn = useFlags();
  const links = entries
    .filter(({ entry }) => !entry.flag || isFlagOn(entry.flag))
    .map(({ entry, label }) => (
      <Link
        key={entry.key}
        className={classes.thumb}
        to={entry.to}
        activeOptions={{ exact: entry.isExact ?? false, includeSearch: false }}
      >
        {entry.icon}
        <span className={classes.label}>{t(label)}</span>
      </Link>
    ));
  return (
    <nav ref={takeSpace} className={classes.bar} aria-label={t('shell.thumbs.title')}>
      {links.slice(0, 2)}
      {add}
      {links.slice(2)}
      <ThumbButton
        icon={<MenuIcon />}
        label={t('shell.thumbs.menu')}
        onPress={() => menuSheet.open({ menu })}
      />
    </nav>
  );
}

type ButtonProps = { icon: ReactNode; label: string; onPress: () => void };

/** A place of the bar that acts on this page. */
export function ThumbButton({ icon, label, onPress }: ButtonProps) {
  return (
    <button type="button" className={classes.thumb} aria-haspopup="dialog" onClick={onPress}>
      {icon}
      <span className={classes.label}>{label}</span>
    </button>
  );
}
