import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountDeletedPage } from '#/features/account/deletion/index.ts';
import { ProductRange } from '#/features/exchange/merchandise/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';
import { forgetAllUnfinishedUploads } from '#/features/library/uploads/index.ts';

export const Route = createFileRoute('/account-deleted')({ component: AccountDeleted });

function AccountDeleted() {
  useEffect(() => void forgetAllUnfinishedUploads(), []);
  return (
    <PlainFrame>
      <AccountDeletedPage productRange={<ProductRange />} />
    </PlainFrame>
  );
}
