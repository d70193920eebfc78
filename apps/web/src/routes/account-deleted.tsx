import { createFileRoute } from '@tanstack/react-router';
import { AccountDeletedPage } from '#/features/account/deletion/index.ts';
import { ProductRange } from '#/features/exchange/merchandise/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';
import { OnlyWhenDone } from '#/shared/plain-pages.tsx';

export const Route = createFileRoute('/account-deleted')({
  component: () => (
    <PlainFrame>
      <OnlyWhenDone>
        <AccountDeletedPage productRange={<ProductRange />} />
      </OnlyWhenDone>
    </PlainFrame>
  ),
});
