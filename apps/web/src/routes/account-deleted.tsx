import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountDeletedPage } from '#/features/account/deletion/confirmation-pages.tsx';
import { ProductRange } from '#/features/exchange/merchandise/product-range.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';
import { forgetAllUnfinishedUploads } from '#/features/library/uploads/unfinished-uploads.ts';

export const Route = createFileRoute('/account-deleted')({ component: AccountDeleted });

function AccountDeleted() {
  useEffect(() => void forgetAllUnfinishedUploads(), []);
  return (
    <PlainFrame>
      <AccountDeletedPage productRange={<ProductRange />} />
    </PlainFrame>
  );
}
