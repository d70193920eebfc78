import { createFileRoute } from '@tanstack/react-router';
import { ConfirmSubscriptionPage } from '#/features/account/newsletter/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/subscription-confirmation')({
  component: () => (
    <PlainFrame>
      <ConfirmSubscriptionPage />
    </PlainFrame>
  ),
});
