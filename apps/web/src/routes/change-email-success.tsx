import { createFileRoute } from '@tanstack/react-router';
import { EmailChangedPage } from '#/features/account/identity/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/change-email-success')({
  component: () => (
    <PlainFrame>
      <EmailChangedPage />
    </PlainFrame>
  ),
});
