import { createFileRoute } from '@tanstack/react-router';
import { ConfirmDeletionPage } from '#/features/account/deletion/confirmation-pages.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';

/** Only for the customer who requested the deletion: the link is useless to anybody else who reads the mail. */
export const Route = createFileRoute('/delete-account-confirmation')({
  component: () => (
    <SignedInGate>
      <PlainFrame>
        <ConfirmDeletionPage />
      </PlainFrame>
    </SignedInGate>
  ),
});
