import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { PrintsForm } from './prints-form.tsx';
import { selectionQuery, shopQuery } from './queries.ts';
import { ShopFrame } from './shop-frame.tsx';

type Props = { tempSelectionId: string; productCode: string; channel: string };

/** Stands in for a print editor: shows the photos handed over by the library, ready to order. */
export function DemoShopPage({ tempSelectionId, productCode, channel }: Props) {
  const { t } = useTranslation();
  const selection = useQuery(selectionQuery(tempSelectionId));
  const shop = useQuery(shopQuery(channel));
  const error = selection.error ?? shop.error;
  const isGone = isUnknown(selection.error) || selection.data?.length === 0;

  function retry() {
    void selection.refetch();
    void shop.refetch();
  }
  return (
    <ShopFrame>
      <Page title={t('demoShop.title')} isWide>
        {isGone && <GoneSelection />}
        {!isGone && error && <ErrorState error={error} onRetry={retry} />}
        {!error && !(selection.data && shop.data) && <Skeleton height={360} />}
        {!isGone && !error && selection.data && shop.data && (
          <PrintsForm
            order={{ tempSelectionId, channel }}
            photoIds={selection.data}
            shop={shop.data}
            initialCode={productCode}
          />
        )}
      </Page>
    </ShopFrame>
  );
}

/** The selection expired, belongs to somebody else, or all of its photos were deleted. */
function GoneSelection() {
  const { t } = useTranslation();
  const back = (
    <Button renderRoot={(props) => <Link to="/my-photos/photos" {...props} />}>{t('demoShop.back')}</Button>
  );
  return <EmptyState action={back}>{t('demoShop.gone')}</EmptyState>;
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 400);
}
