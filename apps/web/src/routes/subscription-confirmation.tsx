import { createFileRoute } from '@tanstack/react-router';
import { ConfirmSubscriptionPage } from '#/features/account/newsletter/link-pages.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';

export const Route = createFileRoute('/subscription-confirmation')({
  component: () => (
    <PlainFrame>
      <ConfirmSubscriptionPage />
    </PlainFrame>
  ),
});
