import {
  getMapPdfs,
  getOnlineProducts,
  getProduct,
  ONLINE_PRODUCTS_PAGE_SIZE,
  type OnlineProduct,
} from '@keepsake/contracts/creations/online-products';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    OnlineProducts: unknown;
  }
}

/** A page of the customer's online products, starting at 1. */
export const onlineProductsQuery = (page: number) =>
  queryOptions({
    queryKey: ['OnlineProducts', 'list', page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const limit = ONLINE_PRODUCTS_PAGE_SIZE;
      return call(getOnlineProducts, { query: { offset: (page - 1) * limit, limit } }, { signal });
    },
  });

/** A product with the addresses of its pictures and files. */
export const productQuery = (productCode: string) =>
  queryOptions({
    queryKey: ['OnlineProducts', 'one', productCode],
    meta: { action: 'LOAD_ONLINE_PRODUCT' },
    queryFn: ({ signal }) => {
      const query = { extendResponseCommand: 'none', extendResponseWithUrls: true } as const;
      return call(getProduct, { params: { productCode }, query }, { signal });
    },
  });

/** The customer's map PDFs. */
export const mapsQuery = queryOptions({
  queryKey: ['OnlineProducts', 'maps'],
  meta: { action: 'LOAD_MAPS' },
  queryFn: ({ signal }) => call(getMapPdfs, {}, { signal }),
});

type Named = Pick<OnlineProduct, 'title' | 'product' | 'kind'>;

/** The name of a product: the customer's own title, or else its description. */
export function useNameProduct(): (product: Named) => string {
  const { t } = useTranslation();
  return ({ title, product, kind }) => title ?? product ?? t(`onlineProducts.kinds.${kind}`);
}
