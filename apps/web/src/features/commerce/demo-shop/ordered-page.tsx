import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '#/shared/ui/page/page.tsx';
import { KeptUntil } from './kept-until.tsx';
import classes from './ordered-page.module.css';
import { ShopFrame } from './shop-frame.tsx';

/** Confirms an order, and says what it means for the library. */
export function OrderedPage({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  return (
    <ShopFrame>
      <Page title={t('demoShop.orderedTitle')}>
        <div className={classes.text}>
          <p>{t('demoShop.orderCode', { code: orderCode })}</p>
          <KeptUntil />
        </div>
        <Button renderRoot={(props) => <Link to="/my-photos/photos" {...props} />}>
          {t('demoShop.back')}
        </Button>
      </Page>
    </ShopFrame>
  );
}
