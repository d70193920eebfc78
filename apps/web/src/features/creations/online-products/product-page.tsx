import type { WholeProduct } from '@keepsake/contracts/creations/online-products';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MaybeAnotherAccount } from '#/shared/another-account.tsx';
import { isGone } from '#/shared/api/api-problem.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { formatBytes, formatDate, useLocale } from '#/shared/format.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorDrawing, ErrorState } from '#/shared/ui/error-state.tsx';
import { DownloadIcon, ShareIcon } from '#/shared/ui/icons.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { PrintButton } from './print-pages.tsx';
import classes from './product-page.module.css';
import { productQuery, useNameProduct } from './queries.ts';
import { Viewer } from './viewer.tsx';

type Props = {
  productCode: string;
  /** The page named by the address. */
  page: string | undefined;
};

/** One product, viewed page by page, with its printed files for download [RTE-38]. */
export function ProductPage({ productCode, page }: Props) {
  const { t } = useTranslation();
  const nameProduct = useNameProduct();
  const { data: product, error, refetch } = useQuery(productQuery(productCode));
  // The list it was chosen from may have been scrolled.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  const back = <BackLink to="/online-products" label={t('onlineProducts.back')} />;
  const title = product ? nameProduct(product) : t('onlineProducts.title');
  return (
    <Page title={title} heading={<span dir="auto">{title}</span>} back={back} isWide>
      {isGone(error) && <ProductNotFound />}
      {!isGone(error) && product && (
        <>
          <Details product={product} />
          {product.pages.length > 0 && (
            <Viewer key={product.code} product={product} page={page} onRetry={() => void refetch()} />
          )}
          {product.pages.length === 0 && <EmptyState>{t('onlineProducts.noPages')}</EmptyState>}
        </>
      )}
      {!product && error && !isGone(error) && (
        <ErrorState error={error} message={t('onlineProducts.oneFailed')} onRetry={() => void refetch()} />
      )}
      {!product && !error && <ProductSkeleton />}
    </Page>
  );
}

/** Also shown for a product of another customer. */
function ProductNotFound() {
  const { t } = useTranslation();
  const toList = (
    <Button renderRoot={(props) => <Link to="/online-products" {...props} />}>
      {t('onlineProducts.back')}
    </Button>
  );
  return (
    <EmptyState drawing={<ErrorDrawing />} action={toList} note={<MaybeAnotherAccount />}>
      {t('onlineProducts.notFound')}
    </EmptyState>
  );
}

/** Facts about the product, and its actions. */
function Details({ product }: { product: WholeProduct }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { title, product: words, pagesCount, createdAt } = product;
  const details = [
    title === null ? null : words,
    pagesCount === 0 ? null : t('onlineProducts.pagesCount', { count: pagesCount }),
    formatDate(createdAt, locale, timeZone),
  ];
  return (
    <div className={classes.details}>
      <p className={classes.words}>{details.filter((detail) => detail !== null).join(' · ')}</p>
      <Actions product={product} />
    </div>
  );
}

function Actions({ product }: { product: WholeProduct }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { isBusiness } = useIsBusiness();
  const { code: productCode, orderCode, pages, files } = product;
  const pdf = files.find(({ purpose }) => purpose === 'product.pdf');
  return (
    <div className={classes.actions}>
      {orderCode && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/orders/$orderCode" params={{ orderCode }} {...props} />}
        >
          {t('onlineProducts.toOrder')}
        </Button>
      )}
      {pages.length > 0 && !isBusiness && (
        <Button
          variant="default"
          leftSection={<ShareIcon size={18} />}
          renderRoot={(props) => <Link to="/widgets/$productCode" params={{ productCode }} {...props} />}
        >
          {t('widgets.show')}
        </Button>
      )}
      {pages.length > 0 && <PrintButton product={product} />}
      {pdf?.url && (
        <Button
          component="a"
          href={pdf.url}
          download
          variant="default"
          leftSection={<DownloadIcon size={18} />}
        >
          {t('onlineProducts.savePdf', { size: formatBytes(pdf.bytes, locale) })}
        </Button>
      )}
    </div>
  );
}

function ProductSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('shell.loading')}>
      <div className={classes.details}>
        <Skeleton h={16} w={260} />
        <Skeleton h={36} w={180} />
      </div>
      <div className={classes.waiting} />
    </div>
  );
}
