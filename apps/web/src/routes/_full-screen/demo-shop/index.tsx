import { PRINT_PRODUCT } from '@keepsake/contracts/orders/orders';
import { createFileRoute } from '@tanstack/react-router';
import { CutOffNotice } from '#/features/exchange/merchandise/index.ts';
import { DemoShopPage, FramesPage } from '#/features/shop/demo-shop/index.ts';
import { useChannel } from '#/shared/configuration.tsx';

/** What the library passes to any print editor; empty without photos. */
type Search = { tempSelectionId?: string; productCode?: string; channel?: string };

export const Route = createFileRoute('/_full-screen/demo-shop/')({
  validateSearch: ({ tempSelectionId, productCode, channel }): Search => ({
    tempSelectionId: textOf(tempSelectionId),
    productCode: textOf(productCode),
    channel: textOf(channel),
  }),
  component: DemoShopRoute,
});

const noticeOf = (articles: readonly string[]) => <CutOffNotice articles={articles} />;

function DemoShopRoute() {
  const { id } = useChannel();
  const { tempSelectionId, productCode = PRINT_PRODUCT, channel = id } = Route.useSearch();
  if (!tempSelectionId) return <FramesPage channel={channel} notice={noticeOf} />;
  return (
    <DemoShopPage
      tempSelectionId={tempSelectionId}
      productCode={productCode}
      channel={channel}
      notice={noticeOf}
    />
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
