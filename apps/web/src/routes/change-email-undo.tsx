import { createFileRoute } from '@tanstack/react-router';
import { UndoEmailPage } from '#/features/account/identity/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/change-email-undo')({
  component: () => (
    <PlainFrame>
      <UndoEmailPage />
    </PlainFrame>
  ),
});
