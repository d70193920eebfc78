import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '#/features/account/identity/index.ts';
import { PlainFrame, SignedInGate } from '#/features/frame/shell/index.ts';

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
