import { createFileRoute } from '@tanstack/react-router';
import { AccountDeletedPage } from '#/features/account/deletion/index.ts';
import { ProductRange } from '#/features/exchange/merchandise/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/account-deleted')({
  component: () => (
    <PlainFrame>
      <AccountDeletedPage productRange={<ProductRange />} />
    </PlainFrame>
  ),
});
