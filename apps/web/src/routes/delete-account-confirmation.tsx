import { createFileRoute } from '@tanstack/react-router';
import { ConfirmDeletionPage } from '#/features/account/deletion/index.ts';
import { PlainFrame, SignedInGate } from '#/features/frame/shell/index.ts';
import { forgetUnfinishedUploads } from '#/features/library/uploads/index.ts';

/**
 * Only for the customer who requested the deletion: the link is useless to anybody else who reads the mail. Photos that wait on the
 * device go with the account.
 */
export const Route = createFileRoute('/delete-account-confirmation')({
  component: () => (
    <SignedInGate>
      <PlainFrame>
        <ConfirmDeletionPage onClosed={forgetUnfinishedUploads} />
      </PlainFrame>
    </SignedInGate>
  ),
});
