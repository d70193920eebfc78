import { createFileRoute } from '@tanstack/react-router';
import { UndoEmailPage } from '#/features/account/identity/email-link-pages.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';

export const Route = createFileRoute('/change-email-undo')({
  component: () => (
    <PlainFrame>
      <UndoEmailPage />
    </PlainFrame>
  ),
});
