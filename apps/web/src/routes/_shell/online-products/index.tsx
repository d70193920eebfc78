import { createFileRoute } from '@tanstack/react-router';
import { OnlineProductsPage } from '#/features/creations/online-products/index.ts';
import { ProductRange } from '#/features/exchange/merchandise/index.ts';
import { pageOf } from '#/shared/search-params.ts';
import { BookIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/online-products/')({
  validateSearch: (search): { page?: number } => ({ page: pageOf(search.page) }),
  component: OnlineProductsRoute,
  staticData: {
    heading: { text: 'onlineProducts.title' },
    menu: { group: 'photos', rank: 3, label: 'shell.onlineProducts', icon: <BookIcon /> },
  },
});

function OnlineProductsRoute() {
  return <OnlineProductsPage page={Route.useSearch().page} productRange={<ProductRange />} />;
}
