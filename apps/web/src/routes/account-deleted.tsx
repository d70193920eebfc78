import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountDeletedPage } from '#/features/account/deletion/index.ts';
import { ProductRange } from '#/features/exchange/merchandise/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';
import { forgetUnfinishedUploads } from '#/features/library/uploads/index.ts';
import { useSession, useSessionState } from '#/shared/session.ts';

export const Route = createFileRoute('/account-deleted')({ component: AccountDeleted });

function AccountDeleted() {
  const session = useSession();
  const state = useSessionState();
  // Others who use the browser keep theirs.
  const customerId = 'identity' in state ? state.identity.sub : session.signedOutCustomer();
  useEffect(() => {
    if (customerId !== null) void forgetUnfinishedUploads(customerId);
  }, [customerId]);
  return (
    <PlainFrame>
      <AccountDeletedPage productRange={<ProductRange />} />
    </PlainFrame>
  );
}
