import { createFileRoute } from '@tanstack/react-router';
import { OnlineProductsPage } from '#/features/creations/online-products/index.ts';
import { ProductRange } from '#/features/exchange/merchandise/index.ts';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { pageOf } from '#/shared/search-params.ts';
import { BookIcon } from '#/shared/ui/icons.tsx';

export const onlineProductsEntry: MenuEntry = {
  key: 'online-products',
  label: 'shell.onlineProducts',
  icon: <BookIcon />,
  to: '/online-products',
};

export const Route = createFileRoute('/_shell/online-products/')({
  validateSearch: (search): { page?: number } => ({ page: pageOf(search.page) }),
  component: OnlineProductsRoute,
  staticData: { heading: { text: 'onlineProducts.title' } },
});

function OnlineProductsRoute() {
  return <OnlineProductsPage page={Route.useSearch().page} productRange={<ProductRange />} />;
}
