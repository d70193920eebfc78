import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './back-link.module.css';
import { BackIcon } from './icons.tsx';

/** The way back to the page above, before a heading. */
export function BackLink({ to, label }: { to: LinkProps['to']; label: string }) {
  return (
    <Link className={classes.back} to={to} aria-label={label} title={label}>
      <BackIcon />
    </Link>
  );
}
