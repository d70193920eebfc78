import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionErrorPage } from '#/features/account/newsletter/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/subscription-confirmation-error')({
  component: () => (
    <PlainFrame>
      <SubscriptionErrorPage />
    </PlainFrame>
  ),
});
