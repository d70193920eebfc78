import { createFileRoute } from '@tanstack/react-router';
import { ClosedAccountPage } from '#/features/account/deletion/closed-account-page.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';

export const Route = createFileRoute('/account-closed')({
  component: () => (
    <PlainFrame>
      <ClosedAccountPage />
    </PlainFrame>
  ),
});
