import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './back-link.module.css';
import { BackIcon } from './icons.tsx';

/** The link to the parent page, before a heading. */
export function BackLink({ label, ...page }: Pick<LinkProps, 'to' | 'params'> & { label: string }) {
  return (
    <Link className={classes.back} {...page} aria-label={label} title={label} data-unprinted>
      <BackIcon />
    </Link>
  );
}
