import { ONLINE_PRODUCTS_PAGE_SIZE, type OnlineProduct } from '@keepsake/contracts/creations/online-products';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductsLink, useShopUrl } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import covers from '#/shared/ui/cover-card.module.css';
import { CoverCardSkeleton, CoverPicture } from '#/shared/ui/cover-card.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { ProjectIcon } from '#/shared/ui/icons.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { PageLinks } from '#/shared/ui/page-links.tsx';
import card from '#/shared/ui/picture-card.module.css';
import { onlineProductsQuery, useNameProduct } from './queries.ts';

type Props = {
  /** The page requested by the address; absent: the first. */
  page?: number;
  /** The range of products, shown if nothing has been ordered. */
  productRange?: ReactNode;
};

/** The customer's products that can be viewed page by page [RTE-37]. */
export function OnlineProductsPage({ page = 1, productRange }: Props) {
  const { t } = useTranslation();
  const { data, error, isPlaceholderData, refetch } = useQuery(onlineProductsQuery(page));
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / ONLINE_PRODUCTS_PAGE_SIZE));
  if (data && page > pages)
    return <Navigate to="." search={{ page: pages > 1 ? pages : undefined }} replace />;
  return (
    <Page title={t('onlineProducts.title')}>
      {!data && error && (
        <ErrorState error={error} message={t('onlineProducts.failed')} onRetry={() => void refetch()} />
      )}
      {data?.total === 0 && <NoProducts />}
      {data?.total === 0 && productRange}
      {!error && data?.total !== 0 && (
        <ul className={covers.cards} aria-busy={!data || isPlaceholderData}>
          {data?.items.map((product) => (
            <ProductCard key={product.code} product={product} />
          ))}
          {!data && PLACEHOLDERS.map((place) => <CoverCardSkeleton key={place} />)}
        </ul>
      )}
      <PageLinks
        list="page"
        label={t('pages.of', { list: t('onlineProducts.title') })}
        page={page}
        pagesCount={pages}
      />
    </Page>
  );
}

const PLACEHOLDERS = Array.from({ length: ONLINE_PRODUCTS_PAGE_SIZE / 2 }, (_, place) => place);

function NoProducts() {
  const { t } = useTranslation();
  const hasShop = useShopUrl() !== null;
  return (
    <EmptyState
      action={
        hasShop && (
          <Button renderRoot={(props) => <ProductsLink {...props} />}>{t('onlineProducts.begin')}</Button>
        )
      }
    >
      {t('onlineProducts.empty')}
    </EmptyState>
  );
}

/** A card with cover, name, description and date. */
function ProductCard({ product }: { product: OnlineProduct }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const nameProduct = useNameProduct();
  const { code, title, product: words, pagesCount, createdAt } = product;
  return (
    <li>
      <Link
        className={`${card.card} ${covers.card}`}
        to="/online-products/$productCode"
        params={{ productCode: code }}
      >
        <CoverPicture cover={product.cover} icon={<ProjectIcon size={40} />} />
        <div className={card.text}>
          <h2 className={card.name} dir="auto">
            {nameProduct(product)}
          </h2>
          {title && words && <p>{words}</p>}
          <p>
            {pagesCount > 0 && `${t('onlineProducts.pagesCount', { count: pagesCount })} · `}
            {formatDate(createdAt, locale, timeZone)}
          </p>
        </div>
      </Link>
    </li>
  );
}
