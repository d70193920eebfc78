import { Link, type LinkProps } from '@tanstack/react-router';
import { formatNumber, useLocale } from '#/shared/format.ts';
import classes from './photos-page.module.css';

type Props = { to: LinkProps['to']; label: string; count: number | undefined };

/** A tab with the number of what is behind it, or a dash while that is unknown [HDR-10]. */
export function CountedTab({ to, label, count }: Props) {
  const locale = useLocale();
  return (
    <Link to={to} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
      {label} <span className={classes.count}>{count === undefined ? '–' : formatNumber(count, locale)}</span>
    </Link>
  );
}
