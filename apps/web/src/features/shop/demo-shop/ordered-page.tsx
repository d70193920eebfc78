import { storageStatusOf } from '@keepsake/contracts/library/retention';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { storageStatusQuery } from '#/features/library/state/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { Page } from '#/shared/ui/page.tsx';
import classes from './ordered-page.module.css';
import { ShopFrame } from './shop-frame.tsx';

/** Confirms an order and says how long the photos are now kept. */
export function OrderedPage({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  return (
    <ShopFrame>
      <Page title={t('demoShop.orderedTitle')}>
        <div className={classes.text}>
          <p>{t('demoShop.orderCode', { code: orderCode })}</p>
          <p>{t('demoShop.lives')}</p>
          <DeletionDay />
        </div>
        <div className={classes.actions}>
          <Button renderRoot={(props) => <Link to="/orders/$orderCode" params={{ orderCode }} {...props} />}>
            {t('demoShop.follow')}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/my-photos/photos" {...props} />}>
            {t('demoShop.back')}
          </Button>
        </div>
      </Page>
    </ShopFrame>
  );
}

/** Until when the photos are kept after the order [RET-01]. */
function DeletionDay() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOn = useFlag('ReactivationEnabled');
  const { data, isError } = useQuery({ ...storageStatusQuery(), staleTime: 0, enabled: isOn });
  if (!isOn) return null;
  if (isError) return <p role="status">{t('demoShop.keptFailed')}</p>;
  if (!data) return <p role="status">{t('demoShop.keptLoading')}</p>;
  const { deletionDate } = storageStatusOf(data);
  return (
    <p role="status" className={classes.stored}>
      {t('demoShop.keptUntil', { date: formatDayInSentence(deletionDate, locale) })}
    </p>
  );
}
