import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlags } from '#/shared/flags.tsx';
import { takeBottomSpace } from '#/shared/ui/bottom-space.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { drawing } from '#/shared/ui/icons.tsx';
import { type MenuGroup, useMark, useMenu } from './menu.ts';
import classes from './thumb-bar.module.css';

const menuSheet = defineDialog<{ menu: readonly MenuGroup[] }>('menu', () => import('./menu-sheet.tsx'));

const MenuIcon = drawing('M4 6.5h16M4 12h16M4 17.5h16');

/** Trays, notes and banners are placed above the bar. */
const takeSpace = takeBottomSpace('--bottom-bar');

/**
 * The bar within reach of the thumb on a phone, on every page of the shell, with `add`, a button, in its middle; the selection's
 * bar takes its place.
 */
export function ThumbBar({ add }: { add: ReactNode }) {
  const { t } = useTranslation();
  const isFlagOn = useFlags();
  const markOf = useMark();
  const menu = useMenu();
  useEffect(() => menuSheet.loadWhenIdle(), []);
  const links = menu
    .flatMap(({ entries }) => entries)
    .filter(({ flag }) => !flag || isFlagOn(flag))
    .flatMap((entry) => {
      const { thumbLabel, icon, to } = entry;
      if (thumbLabel === undefined) return [];
      return [
        <Link
          key={to}
          className={classes.thumb}
          to={to}
          activeOptions={{ exact: true }}
          aria-current={markOf(entry)}
        >
          {icon}
          <span className={classes.label}>{t(thumbLabel)}</span>
        </Link>,
      ];
    });
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
