import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoticeOf } from '#/features/exchange/merchandise/index.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { type Choice, OrderPanel } from './order-panel.tsx';
import { shopQuery } from './queries.ts';
import { ShopFrame } from './shop-frame.tsx';

type Props = {
  channel: string;
  /** Order deadline of these articles. */
  notice?: NoticeOf;
};

/** Products that need no photos, for customers whose library is hidden or empty, or who have selected nothing. */
export function FramesPage({ channel, notice }: Props) {
  const { t } = useTranslation();
  const { data: shop, error, refetch } = useQuery(shopQuery(channel));
  const [choice, setChoice] = useState<Choice>();
  const product = shop?.frames[0];
  return (
    <ShopFrame>
      <Page title={t('demoShop.framesTitle')}>
        <p>{t('demoShop.framesText')}</p>
        {shop && notice?.(shop.frames.map(({ code }) => code))}
        {!shop && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!shop && !error && <Skeleton height={280} />}
        {shop && product && (
          <OrderPanel
            order={{ what: 'frames', channel }}
            shop={{ ...shop, products: shop.frames }}
            choice={choice ?? { productCode: product.code, quantity: 1, deliveryType: 'Home' }}
            onChoice={setChoice}
          />
        )}
      </Page>
    </ShopFrame>
  );
}
