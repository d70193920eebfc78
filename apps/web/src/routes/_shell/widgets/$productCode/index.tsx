import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { productQuery } from '#/features/creations/online-products/index.ts';
import { WidgetPage } from '#/features/creations/widgets/index.ts';

export const Route = createFileRoute('/_shell/widgets/$productCode/')({
  component: WidgetRoute,
});

function WidgetRoute() {
  const { productCode } = Route.useParams();
  const { data, error, refetch } = useQuery(productQuery(productCode));
  const product = data
    ? { kind: data.kind, product: data.product, title: data.title, placesCount: data.pages.length }
    : null;
  return (
    <WidgetPage
      key={productCode}
      productCode={productCode}
      product={product}
      productError={data ? null : error}
      onRetry={() => void refetch()}
    />
  );
}
