import { DEMO_SHOP_PATH } from '@keepsake/contracts';
import type { ReactNode } from 'react';
import { NotFound } from '#/features/frame/shell/not-found.tsx';
import { PlainFrame } from '#/features/frame/shell/plain-frame.tsx';
import { useConfiguration } from '#/shared/configuration.tsx';

/** Pages of the stand-in shop, which is only there while no print editor is configured. */
export function DemoShopGate({ children }: { children: ReactNode }) {
  if (useConfiguration().editorUrl === DEMO_SHOP_PATH) return children;
  return (
    <PlainFrame>
      <NotFound />
    </PlainFrame>
  );
}
