import { createFileRoute } from '@tanstack/react-router';
import { ProductPage } from '#/features/creations/online-products/index.ts';
import { productPageOf } from '#/shared/search-params.ts';

export const Route = createFileRoute('/_shell/online-products/$productCode')({
  validateSearch: (search): { page?: string | number } => ({ page: productPageOf(search.page) }),
  component: ProductRoute,
});

function ProductRoute() {
  const { productCode } = Route.useParams();
  const { page } = Route.useSearch();
  return (
    <ProductPage
      key={productCode}
      productCode={productCode}
      page={page === undefined ? undefined : String(page)}
    />
  );
}
