import { createFileRoute } from '@tanstack/react-router';
import { ClosedAccountPage } from '#/features/account/deletion/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/account-closed')({
  component: () => (
    <PlainFrame>
      <ClosedAccountPage />
    </PlainFrame>
  ),
});
