import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTENT_ID } from '#/shared/ui/page.tsx';
import classes from './demo-shop.module.css';

/** Frame of every page of the demo shop, with a notice that it sells nothing. */
export function ShopFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <span className={classes.name}>{t('demoShop.name')}</span>
        <Link to="/my-photos/photos">{t('demoShop.back')}</Link>
      </header>
      <p className={classes.notice}>{t('demoShop.notice')}</p>
      <main id={CONTENT_ID}>{children}</main>
    </div>
  );
}
