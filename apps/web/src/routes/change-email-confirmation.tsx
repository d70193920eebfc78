import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '#/features/account/identity/email-link-pages.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';

/** Only for the customer who requested the change: a link mailed to a wrong address is useless to its recipient. */
export const Route = createFileRoute('/change-email-confirmation')({
  component: () => (
    <SignedInGate>
      <PlainFrame>
        <ConfirmEmailPage />
      </PlainFrame>
    </SignedInGate>
  ),
});
