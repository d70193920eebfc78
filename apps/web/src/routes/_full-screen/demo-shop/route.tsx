import { DEMO_SHOP_PATH } from '@keepsake/contracts/shop/demo-shop';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { NotFound, PlainFrame } from '#/features/frame/shell/index.ts';
import { useConfiguration } from '#/shared/configuration.tsx';

/** The demo shop, only available while no print editor is configured. */
export const Route = createFileRoute('/_full-screen/demo-shop')({ component: DemoShop });

function DemoShop() {
  if (useConfiguration().editorUrl === DEMO_SHOP_PATH) return <Outlet />;
  return (
    <PlainFrame>
      <NotFound />
    </PlainFrame>
  );
}
