import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '#/features/account/identity/email-link-pages.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';

/** For who asked for the change alone: a link that was mailed to a wrong address is nothing to whoever has that one. */
export const Route = createFileRoute('/change-email-confirmation')({
  component: () => (
    <SignedInGate>
      <PlainFrame>
        <ConfirmEmailPage />
      </PlainFrame>
    </SignedInGate>
  ),
});
